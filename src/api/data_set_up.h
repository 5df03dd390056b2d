#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <trainer/dataset.h>

#include "api/run_options.h"
#include "data/loader/loader.h"
#include "data/transforms/pipeline.h"

namespace trainer {

/// The data of a run, opened and checked: one class list for all splits.
struct TrainingData {
  std::shared_ptr<const Dataset> train;
  std::shared_ptr<const Dataset> val;  ///< null: there is no validation data
  std::vector<std::string> classes;
};

/// Opens training and validation data, or cuts the validation part off as `data.split` says.
TrainingData open_training_data(const RunOptions& run);

/// Where a split's data is: its own path, or that of the training data where that holds the split
/// too; empty: there is none. What `data.split` cuts off has no place of its own.
std::optional<std::string> split_path(const RunOptions& run, const std::string& split);

/// The same data behind the caches that `data.cache` asks for, for work that reads it again and
/// again: one budget for both parts.
TrainingData with_caches(const RunOptions& run, TrainingData data);

/// Opens one split for evaluation or preview. `classes` fixes the names, empty: those of the
/// training data. `path`, where not empty, takes the place of the configured one. Throws DataError
/// where the split has no data.
std::shared_ptr<const Dataset> open_split(const RunOptions& run,
                                          const std::string& split,
                                          std::vector<std::string> classes,
                                          const std::string& path = {});

/// Training and evaluation transforms; `normalize: auto` is measured on the training images.
struct Pipelines {
  std::shared_ptr<const Pipeline> train, val;
};
/// `statistics` are numbers measured earlier, which a resume and an evaluation reuse.
Pipelines make_pipelines(const RunOptions& run,
                         const Dataset& train,
                         std::optional<Normalization> statistics = {});
/// The evaluation transforms alone, for images of `raw_size` (zeros: encoded images).
std::shared_ptr<const Pipeline> make_val_pipeline(const RunOptions& run,
                                                  RawSize raw_size,
                                                  std::optional<Normalization> statistics);

/// Which training images an epoch has, by `data.sampler`. Throws ConfigError where that does not
/// fit the data.
std::unique_ptr<Sampler> make_train_sampler(const RunOptions& run, const Dataset& train);

/// Decode threads: as asked, or one a CPU this process may use.
int decode_workers(const RunOptions& run);

/// `train.mixup`, `train.cutmix`, `train.mix_p`.
BatchMixOptions mix_options(const RunOptions& run);
LoaderOptions train_loader_options(const RunOptions& run);
/// Every sample once, in order; bad images by the run's policy, but never substituted.
LoaderOptions eval_loader_options(const RunOptions& run, int batch_size);

/// Identifies a data set by its names and labels, so that a resume notices another one.
std::string data_fingerprint(const Dataset& dataset);

}  // namespace trainer
