#pragma once
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <trainer/reports.h>

#include "data/loader/batch_source.h"
#include "engine/device_stage.h"
#include "engine/progress.h"
#include "loss/loss.h"
#include "network/executor.h"

namespace trainer {

struct EvalLoopOptions {
  std::string split;  ///< for the report: train, val or test
  std::vector<std::string> classes;
  std::set<std::string> metrics;  ///< wanted beside the loss; empty: all
  std::optional<std::int64_t> limit_batches;
  std::int64_t total_images = 0;  ///< for the progress display
};

/// Runs the network in evaluation mode over one pass of `batches` and counts every sample once. The
/// network is in its earlier mode again afterwards. Empty when a stop was requested meanwhile.
std::optional<EvaluationResult> run_eval_loop(NetworkModule& network,
                                              const Loss& loss,
                                              BatchSource& batches,
                                              DeviceStage& stage,
                                              const EvalLoopOptions& options,
                                              ProgressSink& progress);

}  // namespace trainer
