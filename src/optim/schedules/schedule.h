#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <map>

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
  virtual ScheduleValue at(std::int64_t step) const = 0;
  /// After each validation, with the monitored metric: plateau reacts to it.
  virtual void observe(std::int64_t step, double metric);
  virtual std::map<std::string, double> state() const;
  virtual void load_state(const std::map<std::string, double>& state);
};

/// What a schedule is laid over.
struct ScheduleRequest {
  double lr = 0.1;
  std::int64_t steps_per_epoch = 1;
  std::int64_t total_steps = 1;  ///< min(epochs, max_steps)
  double momentum = 0.9;
};

struct ScheduleOptions {
  Component method;                 ///< `name` and its own keys
  Span warmup{0, SpanUnit::epochs};
  static const OptionTable& options();
};

const Catalog& schedule_catalog();
std::unique_ptr<Schedule> make_schedule(const ScheduleOptions& options,
                                        const ScheduleRequest& request);

using ScheduleFactory =
    std::function<std::unique_ptr<Schedule>(const ScheduleRequest& request, const Node& options)>;

}  // namespace trainer
