#include "tracking/run_tracker.h"

#include <functional>

#include "base/file_system.h"
#include "base/log.h"
#include "base/text.h"
#include "tracking/line_log.h"
#include "tracking/tensorboard.h"

namespace trainer {

struct RunTracker::Impl {
  std::optional<LineLog> jsonl;
  std::optional<LineLog> csv;
  std::optional<LineLog> samples;
  std::optional<TensorBoardWriter> tensorboard;
  bool warned = false;

  void open_tensorboard(const TrackerSettings& settings) {
    try_tensorboard([&] { tensorboard.emplace(settings.folder, settings.resume_step); });
  }

  void try_tensorboard(const std::function<void()>& work) {
    try {
      work();
    } catch (const FileError& error) {
      if (!warned) {
        log_warning(concat(error.what(), "; training goes on, TensorBoard's curves may have gaps"));
      }
      warned = true;
    }
  }
};

RunTracker::RunTracker(const TrackerSettings& settings) : impl_(std::make_unique<Impl>()) {
  const auto path = [&](const char* name) { return concat(settings.folder, "/", name); };
  const auto& resume = settings.resume_step;
  if (settings.jsonl) impl_->jsonl.emplace(path("metrics.jsonl"), "", read_json_line, resume);
  if (settings.csv) impl_->csv.emplace(path("metrics.csv"), kCsvHeader, read_csv_line, resume);
  if (settings.samples) impl_->samples.emplace(path("samples.jsonl"), "", read_json_line, resume);
  if (settings.tensorboard) impl_->open_tensorboard(settings);
}

RunTracker::~RunTracker() = default;

void RunTracker::add(const MetricsRecord& record) {
  // What the line files kept of the resume step, TensorBoard has kept, too.
  const bool known = (impl_->jsonl && impl_->jsonl->has(record.step, record.split)) ||
                     (impl_->csv && impl_->csv->has(record.step, record.split));
  if (known) return;
  if (impl_->jsonl) impl_->jsonl->add(json_line(record));
  if (impl_->csv) impl_->csv->add(csv_lines(record));
  if (!impl_->tensorboard) return;
  std::vector<std::pair<std::string, double>> scalars;
  for (const auto& [name, value] : record.values) {
    scalars.emplace_back(concat(record.split, "/", name), value);
  }
  impl_->try_tensorboard([&] {
    impl_->tensorboard->add_scalars(record.step, scalars);
    impl_->tensorboard->flush();
  });
}

void RunTracker::add_samples(std::int64_t step,
                             std::int64_t epoch,
                             const std::vector<std::int64_t>& ids) {
  if (impl_->samples) impl_->samples->add(samples_line(step, epoch, ids));
}

void RunTracker::sync() {
  for (std::optional<LineLog>* log : {&impl_->jsonl, &impl_->csv, &impl_->samples}) {
    if (*log) (*log)->sync();
  }
  if (impl_->tensorboard) impl_->try_tensorboard([&] { impl_->tensorboard->sync(); });
}

}  // namespace trainer
