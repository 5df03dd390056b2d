#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <trainer/fit.h>
#include <trainer/units.h>

#include "checkpoint/checkpoint_store.h"
#include "data/loader/batch_source.h"
#include "engine/eval_loop.h"
#include "engine/progress.h"
#include "engine/run_state.h"
#include "engine/train_step.h"
#include "metrics/metric_name.h"
#include "metrics/monitor.h"
#include "optim/schedules/schedule.h"
#include "tracking/run_tracker.h"

namespace trainer {

struct TrainLoopOptions {
  std::int64_t epochs = 1;
  std::int64_t total_steps = 1;  ///< min(epochs, max_steps), in steps
  std::int64_t steps_per_epoch = 1;
  std::optional<Duration> max_time;
  Span evaluate_every{1, SpanUnit::epochs};
  std::vector<Interval> checkpoint_every;
  int keep_last = 2;
  int keep_best = 1;
  MetricName monitored{"val", "top1"};  ///< what the best checkpoint is the best in
  Monitor::Options monitor;
  std::optional<MetricName> stop_metric;  ///< early stopping, where it is on
  Monitor::Options early_stop;
  Span record_every{50, SpanUnit::steps};
};

/// What a run is made of; all of it belongs to the caller and outlives the loop.
struct TrainLoopParts {
  TrainStep& step;
  BatchSource& batches;
  Schedule& schedule;
  CheckpointStore& store;
  RunTracker& tracker;
  ProgressSink& progress;
  /// Validates with the weights that count (EMA where on); empty when a stop was requested. Null:
  /// there is no validation data.
  std::function<std::optional<EvaluationResult>()> validate;
  /// The files of a checkpoint of the present weights.
  std::function<std::vector<CheckpointFile>()> checkpoint_files;
  /// state.json around the given state.
  std::function<nlohmann::json(const RunState&)> describe;
  std::function<void(const StepReport&)> on_step_end;
  std::function<void(const EpochReport&)> on_epoch_end;
  std::function<void(const std::string&)> on_checkpoint;
};

/// Steps through the epochs from any state: trains, records, validates, saves. What is due at a
/// step is settled before the next one, so that a run stopped anywhere goes on with what was left.
class TrainLoop {
 public:
  TrainLoop(TrainLoopParts parts, TrainLoopOptions options, RunState state);

  /// Runs to the end, a limit, or a stop request; the last state is saved in every case.
  FitStatus run();
  const RunState& state() const { return state_; }
  /// Saves a checkpoint of the present state and marks it `last`.
  void save();

 private:
  /// Validates, saves and ends what is due at the present step; a status when the run is over.
  std::optional<FitStatus> settle();
  void train_one_step();
  void record_if_due();
  /// False when a stop was requested meanwhile.
  bool validate_if_due();
  void watch_metrics();
  void rank(double value);
  std::optional<double> metric(const MetricName& name) const;
  void end_epoch();
  bool checkpoint_due() const;
  bool evaluation_due() const;
  std::optional<FitStatus> finished();
  bool time_is_up() const { return options_.max_time && elapsed() >= options_.max_time->seconds; }
  bool at_end() const { return state_.step >= options_.total_steps || epoch_done_with_all(); }
  bool epoch_done_with_all() const { return state_.epoch > options_.epochs; }
  double elapsed() const;

  TrainLoopParts parts_;
  TrainLoopOptions options_;
  RunState state_;
  Monitor monitor_;
  Monitor early_stop_;
  double elapsed_before_;
  double started_;
  double last_save_;
  double record_started_;
  double epoch_started_;
  std::int64_t saved_step_;      ///< of the last checkpoint on disk; -1: none
  std::int64_t bad_images_ = 0;  ///< that the log has told of
  bool new_best_ = false;        ///< the present step's validation is the best so far
  bool ranked_ = false;          ///< it is among the best that are to be kept
};

}  // namespace trainer
