#include <algorithm>
#include <chrono>
#include <exception>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include <trainer/data_check.h>
#include <trainer/error.h>

#include "api/call_scopes.h"
#include "api/data_set_up.h"
#include "base/log.h"
#include "base/text.h"
#include "base/thread_crew.h"
#include "config/load.h"
#include "data/check/check_splits.h"
#include "data/check/split_folders.h"
#include "data/sources/catalog.h"
#include "data/sources/file_dataset.h"
#include "data/sources/split.h"

namespace trainer {
namespace {

/// Splits as they are opened, and what was wrong with those that were not.
struct OpenedSplits {
  std::vector<CheckedSplit> splits;
  std::vector<DataFinding> findings;
  std::exception_ptr error;  ///< the first

  /// Those of training, which the other splits must share; none without it.
  std::vector<std::string> classes() const {
    if (splits.empty() || splits.front().name != "train") return {};
    return splits.front().dataset->class_names();
  }

  void refuse(const std::string& split, const std::string& path, const DataError& failure) {
    if (!error) error = std::current_exception();
    DataFinding finding;
    finding.kind = DataFindingKind::unusable_split;
    finding.path = path;
    finding.split = split;
    finding.reason = failure.what();
    findings.push_back(std::move(finding));
  }

  /// With the classes of the splits before it, as training opens it. Where that fails, its images
  /// are checked under the classes of its own, if it has any.
  void open(const Component& format, DatasetRequest request, const std::string& name) {
    if (request.classes.empty()) request.classes = classes();
    // An empty class is a finding, and no reason to stop before the images are looked at.
    request.allow_empty_classes = true;
    const bool fixed = !request.classes.empty();
    try {
      splits.push_back({name, open_dataset(format, request)});
      return;
    } catch (const DataError& failure) {
      refuse(name, request.path, failure);
    }
    if (!fixed) return;
    request.classes.clear();
    try {
      splits.push_back({name, open_dataset(format, request)});
    } catch (const DataError&) {
      // The first message stands: without any classes the split cannot be read either.
      return;
    }
  }
};

/// The parts that `data.split` makes of the training data: one look at the folder for both.
void open_parts(RunOptions run, OpenedSplits& opened) {
  run.data.allow_empty_classes = true;
  try {
    TrainingData data = open_training_data(run);
    opened.splits.push_back({"train", data.train});
    opened.splits.push_back({"val", data.val});
  } catch (const DataError& failure) {
    opened.refuse("train", run.data.train.value_or(""), failure);
  }
}

DatasetRequest request_for(const RunOptions& run,
                           const std::string& split,
                           const std::string& path) {
  DatasetRequest request;
  request.path = path;
  request.split = split;
  request.seed = static_cast<std::uint64_t>(run.seed);
  if (run.data.classes.has_value()) request.classes = run.data.classes.value;
  return request;
}

OpenedSplits open_configured(const RunOptions& run) {
  OpenedSplits opened;
  if (run.data.split) {
    open_parts(run, opened);
  } else {
    opened.open(run.data.format, request_for(run, "train", run.data.train.value_or("")), "train");
  }
  for (const std::string split : {"val", "test"}) {
    if (split == "val" && run.data.split) continue;
    std::optional<std::string> path;
    try {
      path = split_path(run, split);
    } catch (const DataError&) {
      // A csv file that cannot be read has been named as training data already.
      continue;
    }
    if (path) opened.open(run.data.format, request_for(run, split, *path), split);
  }
  return opened;
}

OpenedSplits open_folder(const std::string& folder) {
  OpenedSplits opened;
  const Component format{"image_folder", Node::map(), {}};
  for (const SplitFolder& split : find_split_folders(folder)) {
    DatasetRequest request;
    request.path = split.path;
    request.split = split.split == "all" ? "train" : split.split;
    opened.open(format, request, split.split);
  }
  return opened;
}

/// Of data cut by `data.split`, those of the whole; told once, with training.
void add_dead_links(const std::vector<CheckedSplit>& splits, std::vector<DataFinding>& findings) {
  std::set<const Dataset*> told;
  for (const CheckedSplit& split : splits) {
    const Dataset* dataset = split.dataset.get();
    if (const auto* part = dynamic_cast<const SubsetDataset*>(dataset)) dataset = &part->base();
    const auto* files = dynamic_cast<const FileDataset*>(dataset);
    if (files == nullptr || !told.insert(files).second) continue;
    for (const DeadLink& link : files->dead_links()) {
      DataFinding finding;
      finding.kind = DataFindingKind::dead_link;
      finding.path = link.path;
      finding.split = split.name;
      finding.class_name = link.class_name;
      finding.reason = link.reason;
      findings.push_back(std::move(finding));
    }
  }
}

/// Says how far the check has come: on a terminal at once, else in a line now and then.
class CheckProgress {
 public:
  void operator()(std::int64_t done, std::int64_t total, std::int64_t findings) {
    const std::string text =
        concat("checking ", done, "/", total, " images, ", counted(findings, "finding"), " so far");
    show_progress_line(text);
    const auto now = std::chrono::steady_clock::now();
    if (progress_line_possible() || now < next_) return;
    next_ = now + kInterval;
    log_info(text);
  }

 private:
  static constexpr std::chrono::seconds kInterval{10};
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + kInterval;
};

/// Removes the progress line however the check ends.
struct ProgressLine {
  ~ProgressLine() { show_progress_line(""); }
};

DataReport check_opened(OpenedSplits opened, SplitCheckOptions options, bool show_progress) {
  if (opened.splits.empty()) std::rethrow_exception(opened.error);
  const ProgressLine line;
  if (show_progress) options.scan.progress = CheckProgress();
  DataReport report = check_splits(opened.splits, options);
  add_dead_links(opened.splits, report.findings);
  std::move(opened.findings.begin(), opened.findings.end(), std::back_inserter(report.findings));
  sort_findings(report);
  return report;
}

void check_options(const DataCheckOptions& options) {
  if (options.workers >= 0 && options.workers <= kMaxWorkers) return;
  throw UsageError(concat("expected workers from 0 to ", kMaxWorkers, ", got ", options.workers));
}

}  // namespace

DataReport check_data(const Config& config, const DataCheckOptions& options) {
  check_options(options);
  const StopScope stop;
  const QuietScope quiet(!options.show_progress);
  RunOptions run = read_run_options(config);
  if (options.workers > 0) run.data.workers = options.workers;
  SplitCheckOptions check;
  check.allow_empty_classes = run.data.allow_empty_classes;
  check.scan.limits.channels = run.data.channels;
  check.scan.workers = decode_workers(run);
  try {
    return check_opened(open_configured(run), check, options.show_progress);
  } catch (const ConfigError& error) {
    throw explained(config, error);
  }
}

DataReport check_data(const std::string& folder, const DataCheckOptions& options) {
  check_options(options);
  const StopScope stop;
  const QuietScope quiet(!options.show_progress);
  RunOptions run;
  if (options.workers > 0) run.data.workers = options.workers;
  SplitCheckOptions check;
  check.scan.workers = decode_workers(run);
  return check_opened(open_folder(folder), check, options.show_progress);
}

}  // namespace trainer
