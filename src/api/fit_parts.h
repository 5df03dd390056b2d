#pragma once
#include <cstdint>
#include <memory>
#include <optional>

#include <trainer/config.h>

#include "api/batch_sources.h"
#include "api/data_set_up.h"
#include "api/resume.h"
#include "engine/checkpointing.h"
#include "engine/device_stage.h"
#include "engine/train_step.h"
#include "loss/loss.h"
#include "optim/ema.h"
#include "optim/optimizer.h"
#include "optim/schedules/schedule.h"

namespace trainer {

/// How long a run is, and its learning rate.
struct TrainingPlan {
  std::int64_t epochs = 0;
  std::int64_t total_steps = 0;  ///< min(epochs, max_steps), in steps
  std::unique_ptr<Schedule> schedule;
};
/// `run` has its monitors settled.
TrainingPlan make_plan(const RunOptions& run, std::int64_t steps_per_epoch);

/// The objects that a run trains with, in the order they are made.
struct FitParts {
  TrainingData data;
  Pipelines pipelines;
  std::shared_ptr<NetworkModule> network;
  ModelCard card;
  RunEnvironment environment;
  std::unique_ptr<Loss> loss;
  std::unique_ptr<Optimizer> optimizer;
  std::unique_ptr<Ema> ema;  ///< null: off
  BatchSources batches;
  std::unique_ptr<DeviceStage> train_stage, val_stage;
  std::unique_ptr<TrainStep> step;
  std::int64_t steps_per_epoch = 0;
  TrainingPlan plan;

  RunTensors tensors() { return {*network, *optimizer, ema.get()}; }
};

/// Turns a configuration into objects; what a checkpoint has fixed (threads, memory format,
/// statistics of `normalize: auto`) is taken from `point`. Replaces `auto` monitors in `run`.
FitParts build_fit_parts(RunOptions& run,
                         const Config& config,
                         const std::optional<ResumePoint>& point,
                         std::optional<std::int64_t> limit_batches);

}  // namespace trainer
