#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <trainer/config.h>
#include <trainer/fit.h>

#include "api/fit_parts.h"
#include "api/run_folder.h"
#include "engine/train_loop.h"

namespace trainer {

struct FitCallbacks {
  std::function<void(const StepReport&)> step_end;
  std::function<void(const EpochReport&)> epoch_end;
  std::function<void(const std::string&)> checkpoint;
};

/// One call of `fit`: turns the configuration into objects, goes on from a checkpoint where there
/// is one, trains, and leaves the final model.
class FitRun {
 public:
  FitRun(Config config, FitOptions options, FitCallbacks callbacks, ProgressSink& progress);
  FitResult run();

 private:
  void open_run_folder();
  void compare_with_checkpoint();
  /// False when a stop was requested while data was scanned or measured.
  bool build();
  void announce();
  void resume_or_start();
  std::string learning_rate_text() const;
  /// False when a stop was requested meanwhile.
  bool rehearse();
  FitStatus train(TrainLoop& loop);
  TrainLoopOptions loop_options() const;
  TrainLoopParts loop_parts();
  std::optional<EvaluationResult> validate(std::optional<std::int64_t> limit);
  void write_final_model(const RunState& state);
  FitResult result(FitStatus status, const RunState& state) const;

  Config config_;
  FitOptions options_;
  FitCallbacks callbacks_;
  ProgressSink& progress_;
  RunOptions run_;
  std::string path_;  ///< of the run folder
  double started_;
  std::optional<RunFolder> folder_;
  std::optional<ResumePoint> point_;
  std::optional<Config> before_;  ///< of the checkpoint
  RunOptions run_before_;
  RunState state_;
  std::unique_ptr<CheckpointStore> store_;
  std::unique_ptr<FitParts> parts_;
  std::unique_ptr<RunTracker> tracker_;
};

}  // namespace trainer
