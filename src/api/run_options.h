#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include <trainer/config.h>
#include <trainer/options.h>

#include "checkpoint/checkpoint_options.h"
#include "data/data_options.h"
#include "engine/evaluate_options.h"
#include "engine/train_options.h"
#include "loss/loss_options.h"
#include "models/model_options.h"
#include "optim/optimizer_options.h"
#include "optim/schedules/schedule.h"
#include "tracking/tracking_options.h"

namespace trainer {

/// A whole configuration: one member a key.
struct RunOptions {
  std::string name = "auto";  ///< `auto` is replaced when the configuration is read
  std::int64_t seed = 0;
  bool deterministic = false;
  std::string device = "auto";
  std::string output = "runs";
  DataOptions data;
  TransformsOptions transforms;
  ModelOptions model;
  LossOptions loss;
  OptimizerOptions optimizer;
  ScheduleOptions schedule;
  TrainOptions train;
  EvaluationOptions evaluate;
  CheckpointOptions checkpoint;
  std::optional<EarlyStopOptions> early_stop;
  TrackingOptions tracking;
  static const OptionTable& options();
};

/// The typed form of a resolved configuration.
RunOptions read_run_options(const Config& config);

/// What `auto` monitors: the first metric of `evaluate.metrics` on val, or the training loss.
std::string default_checkpoint_monitor(const EvaluationOptions& evaluate, bool has_validation);
std::string default_early_stop_monitor(bool has_validation);

/// For data that tells only when it is opened whether it has validation images: replaces `auto`
/// monitors, and throws ConfigError on `val/…` without them. Changes nothing otherwise.
void settle_monitors(RunOptions& options, const Config& config, bool has_validation);

}  // namespace trainer
