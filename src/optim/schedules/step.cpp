#include <cmath>

#include "optim/schedules/builtin.h"

namespace trainer {
namespace {

struct StepOptions {
  Span step_size{30, SpanUnit::epochs};
  double gamma = 0.1;

  static const OptionTable& options() {
    static const OptionTable table =
        OptionTableOf<StepOptions>()
            .add("step_size", &StepOptions::step_size, "time between two drops")
            .above(0)
            .add("gamma", &StepOptions::gamma, "factor of each drop")
            .above(0);
    return table;
  }
};

/// torch.optim.lr_scheduler.StepLR
class Step final : public Schedule {
 public:
  Step(double lr, std::int64_t size, double gamma) : lr_(lr), size_(size), gamma_(gamma) {}
  ScheduleValue at(std::int64_t step) const override {
    return {lr_ * std::pow(gamma_, static_cast<double>(step / size_)), {}};
  }

 private:
  double lr_;
  std::int64_t size_;
  double gamma_;
};

}  // namespace

ScheduleEntry step_schedule() {
  return {"step",
          &StepOptions::options(),
          "drops by gamma every step_size (StepLR)",
          [](const ScheduleRequest& request, const Node& node) -> std::unique_ptr<Schedule> {
            const auto options = read_options<StepOptions>(node);
            const std::int64_t size = request.steps(options.step_size);
            if (size < 1) {
              fail_schedule_option(
                  node, "step_size", "expected at least one optimizer step, found less");
            }
            return std::make_unique<Step>(request.lr, size, options.gamma);
          }};
}

}  // namespace trainer
