#include <cmath>

#include "optim/schedules/builtin.h"

namespace trainer {
namespace {

struct ExponentialOptions {
  double gamma = 0.95;

  static const OptionTable& options() {
    static const OptionTable table =
        OptionTableOf<ExponentialOptions>()
            .add("gamma", &ExponentialOptions::gamma, "factor per epoch, applied a bit each step")
            .above(0)
            .at_most(1);
    return table;
  }
};

/// torch.optim.lr_scheduler.ExponentialLR with gamma^(1 / steps per epoch), stepped every step.
class Exponential final : public Schedule {
 public:
  Exponential(double lr, double gamma, std::int64_t steps_per_epoch)
      : lr_(lr), gamma_(gamma), steps_per_epoch_(static_cast<double>(steps_per_epoch)) {}
  ScheduleValue at(std::int64_t step) const override {
    return {lr_ * std::pow(gamma_, static_cast<double>(step) / steps_per_epoch_), {}};
  }

 private:
  double lr_;
  double gamma_;
  double steps_per_epoch_;
};

}  // namespace

ScheduleEntry exponential_schedule() {
  return {"exponential",
          &ExponentialOptions::options(),
          "decays by gamma per epoch, smoothly (ExponentialLR)",
          [](const ScheduleRequest& request, const Node& node) -> std::unique_ptr<Schedule> {
            const auto options = read_options<ExponentialOptions>(node);
            return std::make_unique<Exponential>(
                request.lr, options.gamma, request.steps_per_epoch);
          }};
}

}  // namespace trainer
