#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include <trainer/options.h>

namespace trainer {

/// What a schedule says about one optimizer step.
struct ScheduleValue {
  double lr = 0;
  std::optional<double> momentum;  ///< one_cycle also cycles momentum (Adam: beta1)
};

/// The base learning rate as a function of the optimizer step (steps from 0). All but plateau are
/// pure functions of the step; their state is empty.
class Schedule {
 public:
  virtual ~Schedule() = default;
  /// The rate of `step`; also defined beyond the last step.
  virtual ScheduleValue at(std::int64_t step) const = 0;
  /// After each validation, with the monitored metric: plateau reacts to it.
  virtual void observe(std::int64_t step, double metric);
  /// Finite numbers by name, for the checkpoint.
  virtual std::map<std::string, double> state() const;
  /// Throws CheckpointError when the state is another schedule's.
  virtual void load_state(const std::map<std::string, double>& state);
};

/// What a schedule is laid over.
struct ScheduleRequest {
  double lr = 0.1;
  std::int64_t steps_per_epoch = 1;
  std::int64_t total_steps = 1;  ///< min(epochs, max_steps)
  double momentum = 0.9;
  bool higher_is_better = false;  ///< of the monitored metric, for plateau's `mode: auto`
  /// Steps of warm-up at the start, filled by make_schedule. The library multiplies the warm-up in;
  /// a schedule only needs it to span what is left.
  std::int64_t warmup_steps = 0;

  /// A span of training in optimizer steps, rounded to whole ones.
  std::int64_t steps(const Span& span) const;
};

using ScheduleFactory =
    std::function<std::unique_ptr<Schedule>(const ScheduleRequest& request, const Node& options)>;

/// Makes `schedule.name: name` mean an own schedule. Call before load_config. The table's keys
/// stand beside the other keys of `schedule`; null: none. Throws UsageError on a known name.
void register_schedule(const std::string& name,
                       const OptionTable* table,
                       const std::string& help,
                       ScheduleFactory factory);

}  // namespace trainer
