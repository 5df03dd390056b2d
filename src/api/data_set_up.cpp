#include "api/data_set_up.h"

#include <algorithm>
#include <thread>

#include <sched.h>

#include <trainer/error.h>

#include "base/file_system.h"
#include "base/log.h"
#include "base/text.h"
#include "config/mistakes.h"
#include "data/cache/pixel_decoder.h"
#include "data/loader/sampler_catalog.h"
#include "data/sources/catalog.h"
#include "data/sources/split.h"

namespace trainer {
namespace {

DatasetRequest request_for(const RunOptions& run,
                           const std::string& split,
                           std::vector<std::string> classes) {
  DatasetRequest request;
  request.split = split;
  request.classes = std::move(classes);
  request.allow_empty_classes = run.data.allow_empty_classes;
  request.seed = static_cast<std::uint64_t>(run.seed);
  return request;
}

std::vector<std::string> configured_classes(const RunOptions& run) {
  return run.data.classes.has_value() ? run.data.classes.value : std::vector<std::string>{};
}

const std::optional<std::string>& configured_path(const RunOptions& run, const std::string& split) {
  return split == "train" ? run.data.train : split == "val" ? run.data.val : run.data.test;
}

std::shared_ptr<const Dataset> open_whole_training(const RunOptions& run,
                                                   std::vector<std::string> classes) {
  if (classes.empty()) classes = configured_classes(run);
  DatasetRequest request = request_for(run, "train", std::move(classes));
  request.path = run.data.train.value_or("");
  return open_dataset(run.data.format, request);
}

/// idx and cifar hold a test part, which must not be used up as validation data.
bool validates_by_itself(const RunOptions& run) {
  const std::string& format = run.data.format.name;
  return run.data.val || format == "csv" || format == "synthetic";
}

PipelineOptions pipeline_options(const RunOptions& run,
                                 RawSize raw_size,
                                 const std::optional<Normalization>& statistics) {
  PipelineOptions options;
  options.channels = run.data.channels;
  options.image_size = run.data.image_size.value_or(0);
  options.source_height = raw_size.height;
  options.source_width = raw_size.width;
  options.auto_statistics = statistics;
  options.exif = run.data.exif == "apply";
  return options;
}

std::shared_ptr<Pipeline> make_train_pipeline(const RunOptions& run,
                                              RawSize raw_size,
                                              const std::optional<Normalization>& statistics) {
  PipelineOptions options = pipeline_options(run, raw_size, statistics);
  options.key = "transforms.train";
  options.random = true;
  options.fast_decode = run.data.decode == "fast";
  return make_pipeline(run.transforms.train, options);
}

}  // namespace

std::optional<std::string> split_path(const RunOptions& run, const std::string& split) {
  if (const auto& own = configured_path(run, split)) return own;
  DatasetRequest request = request_for(run, split, {});
  request.path = run.data.train.value_or("");
  if (holds_split(run.data.format, request)) return request.path;
  return {};
}

TrainingData open_training_data(const RunOptions& run) {
  TrainingData data;
  const auto whole = open_whole_training(run, {});
  data.classes = whole->class_names();
  data.train = whole;
  if (run.data.split) {
    const SplitDatasets parts = split_dataset(whole, *run.data.split);
    data.train = parts.train;
    data.val = parts.val;
  } else if (validates_by_itself(run)) {
    if (const auto path = split_path(run, "val")) {
      DatasetRequest request = request_for(run, "val", data.classes);
      request.path = *path;
      data.val = open_dataset(run.data.format, request);
    }
  }
  return data;
}

TrainingData with_caches(const RunOptions& run, TrainingData data) {
  const std::string& format = run.data.format.name;
  if (run.data.cache == "none") return data;
  if (format == "idx" || format == "cifar") {
    log_info(concat("data.cache: not needed, ", format, " is in memory as it is"));
    return data;
  }
  const auto budget = std::make_shared<CacheBudget>(run.data.cache_size.bytes);
  const CacheDecoder decoder =
      run.data.cache == "decoded"
          ? pixel_decoder(run.data.channels, PipelineOptions().max_pixels, run.data.exif == "apply")
          : CacheDecoder();
  data.train = std::make_shared<CachedDataset>(data.train, budget, "training", decoder);
  if (data.val) {
    data.val = std::make_shared<CachedDataset>(data.val, budget, "validation", decoder);
  }
  return data;
}

std::shared_ptr<const Dataset> open_split(const RunOptions& run,
                                          const std::string& split,
                                          std::vector<std::string> classes,
                                          const std::string& path) {
  if (path.empty() && run.data.split && split != "test") {
    const SplitDatasets parts =
        split_dataset(open_whole_training(run, std::move(classes)), *run.data.split);
    return split == "val" ? parts.val : parts.train;
  }
  const auto place = path.empty() ? split_path(run, split) : std::optional(path);
  if (!place) {
    throw DataError(concat("there is no ",
                           split,
                           " data: the configuration has no data.",
                           split,
                           "; name a folder or file with --data"));
  }
  if (classes.empty()) {
    classes = configured_classes(run);
    if (classes.empty() && split != "train") classes = open_whole_training(run, {})->class_names();
  }
  DatasetRequest request = request_for(run, split, std::move(classes));
  request.path = *place;
  return open_dataset(run.data.format, request);
}

Pipelines make_pipelines(const RunOptions& run,
                         const Dataset& train,
                         std::optional<Normalization> statistics) {
  Pipelines pipelines;
  auto pipeline = make_train_pipeline(run, train.raw_size(), statistics);
  if (pipeline->needs_statistics()) {
    log_info(concat("measuring mean and deviation of ", counted(train.size(), "training image")));
    StatisticsOptions options;
    options.ignore_bad = run.data.on_bad_image != "fail";
    options.progress = [](std::int64_t done, std::int64_t total) {
      show_progress_line(concat("measuring ", done, "/", total, " images"));
    };
    statistics = compute_statistics(train, *pipeline, decode_workers(run), options);
    show_progress_line("");
    pipeline = make_train_pipeline(run, train.raw_size(), statistics);
  }
  pipelines.train = pipeline;
  pipelines.val = make_val_pipeline(run, train.raw_size(), pipelines.train->normalization());
  return pipelines;
}

std::shared_ptr<const Pipeline> make_val_pipeline(const RunOptions& run,
                                                  RawSize raw_size,
                                                  std::optional<Normalization> statistics) {
  PipelineOptions options = pipeline_options(run, raw_size, statistics);
  options.key = "transforms.val";
  options.random = false;
  return make_pipeline(run.transforms.val, options);
}

std::unique_ptr<Sampler> make_train_sampler(const RunOptions& run, const Dataset& train) {
  try {
    return make_sampler(run.data.sampler, train, static_cast<std::uint64_t>(run.seed));
  } catch (const UsageError& error) {
    throw ConfigError(mistake_at(run.data.sampler.position, "data.sampler", error.what()));
  }
}

int decode_workers(const RunOptions& run) {
  if (run.data.workers.has_value()) return run.data.workers.value;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

BatchMixOptions mix_options(const RunOptions& run) {
  return {run.train.mixup.value_or(0), run.train.cutmix.value_or(0), run.train.mix_p};
}

LoaderOptions train_loader_options(const RunOptions& run) {
  LoaderOptions options;
  options.batch_size = run.train.batch_size;
  options.drop_last = run.data.drop_last;
  options.workers = decode_workers(run);
  options.prefetch = run.data.prefetch;
  options.seed = static_cast<std::uint64_t>(run.seed);
  options.mix = mix_options(run);
  options.on_bad_image = run.data.on_bad_image == "skip"         ? BadImagePolicy::skip
                         : run.data.on_bad_image == "substitute" ? BadImagePolicy::substitute
                                                                 : BadImagePolicy::fail;
  options.max_bad = run.data.max_bad.fraction;
  options.nice = 5;
  return options;
}

LoaderOptions eval_loader_options(const RunOptions& run, int batch_size) {
  LoaderOptions options = train_loader_options(run);
  options.batch_size = batch_size;
  options.drop_last = false;
  options.mix = {};
  // A substitute would be counted twice.
  if (options.on_bad_image == BadImagePolicy::substitute) {
    options.on_bad_image = BadImagePolicy::skip;
  }
  return options;
}

std::string data_fingerprint(const Dataset& dataset) {
  std::string text;
  for (std::int64_t i = 0; i < dataset.size(); ++i) {
    // The folder may move between two sessions of a run; the files' own names stay.
    const std::string name = dataset.name(i);
    text += name.substr(name.find_last_of('/') + 1);
    text += concat('\0', dataset.label(i), '\n');
  }
  for (const std::string& name : dataset.class_names()) text += name + '\n';
  return sha256(text);
}

}  // namespace trainer
