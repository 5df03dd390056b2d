#pragma once
#include <memory>

#include <trainer/config.h>

#include "api/data_set_up.h"
#include "data/loader/batch_source.h"

namespace trainer {

/// Where the batches of a run come from: resident images where `data.resident` allows it, else a
/// loader.
struct BatchSources {
  std::unique_ptr<BatchSource> train;
  std::unique_ptr<BatchSource> val;  ///< null: no validation data
};

/// Throws ConfigError where `data.resident: true` cannot be.
BatchSources make_batch_sources(const RunOptions& run,
                                const Config& config,
                                const TrainingData& data,
                                const Pipelines& pipelines);

}  // namespace trainer
