#pragma once
#include <functional>
#include <memory>
#include <string>

#include <trainer/config.h>
#include <trainer/fit.h>

#include "api/data_set_up.h"
#include "api/resume.h"
#include "engine/checkpointing.h"
#include "engine/train_loop.h"

namespace trainer {

struct FitCallbacks {
  std::function<void(const StepReport&)> step_end;
  std::function<void(const EpochReport&)> epoch_end;
  std::function<void(const std::string&)> checkpoint;
};

/// One call of `fit`: turns the configuration into objects, goes on from a checkpoint where there is
/// one, trains, and leaves the final model.
class FitRun {
 public:
  FitRun(Config config, FitOptions options, FitCallbacks callbacks, ProgressSink& progress);
  ~FitRun();
  FitResult run();

 private:
  struct Parts;
  void open_run_folder();
  void build_parts();
  void resume_or_start();
  void check_last_batch() const;
  void rehearse();
  TrainLoopOptions loop_options() const;
  TrainLoopParts loop_parts();
  std::optional<EvaluationResult> validate(std::optional<std::int64_t> limit);
  RunTensors tensors();
  void write_final_model(const RunState& state);
  FitResult result(FitStatus status, const RunState& state) const;

  Config config_;
  FitOptions options_;
  FitCallbacks callbacks_;
  ProgressSink& progress_;
  RunOptions run_;
  std::string folder_;
  double started_;
  std::optional<ResumePoint> point_;
  RunState state_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace trainer
