#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include <trainer/reports.h>

namespace trainer {

/// What a run is about to do, told once before its first step.
struct RunOutline {
  std::string name;
  std::string folder;            ///< runs/<name>
  std::string summary;           ///< lines to show: data, model, plan; may be empty
  std::int64_t epochs = 0;       ///< 0: not bounded by epochs
  std::int64_t total_steps = 0;  ///< 0: unknown
  std::int64_t steps_per_epoch = 0;
  std::int64_t completed_steps = 0;  ///< by the run that this one resumes
};

/// Where training stands after an optimizer step.
struct StepProgress {
  std::int64_t epoch = 0;          ///< from 1
  std::int64_t step = 0;           ///< completed steps of the run
  std::int64_t step_of_epoch = 0;  ///< completed steps of this epoch
  std::int64_t steps_of_epoch = 0;
  std::int64_t images = 0;     ///< of this step
  std::optional<double> loss;  ///< mean since the last record, where it is known without waiting
  double lr = 0;
  double images_per_second = 0;
  bool recorded = false;  ///< a `tracking.every` interval ended here: worth a line of its own
};

/// Where an evaluation stands.
struct EvaluationProgress {
  std::string split;        ///< train, val or test
  std::int64_t images = 0;  ///< done
  std::int64_t total = 0;   ///< 0: unknown
};

/// What the engine tells about its work while it does it, all on the training thread. Messages go
/// through base/log.h, not through here.
class ProgressSink {
 public:
  virtual ~ProgressSink() = default;
  virtual void run_started(const RunOutline&) {}
  virtual void epoch_started(std::int64_t /*epoch*/, std::int64_t /*steps*/) {}
  virtual void step_done(const StepProgress&) {}
  virtual void epoch_ended(const EpochReport&) {}
  virtual void evaluation_started(const EvaluationProgress&) {}
  virtual void evaluation_advanced(const EvaluationProgress&) {}
  virtual void evaluation_ended(const EvaluationResult&) {}
  virtual void checkpoint_saved(const std::string& /*folder*/, bool /*best*/) {}
  /// Also when the run ends by an exception: takes the progress line away.
  virtual void run_ended() {}
};

}  // namespace trainer
