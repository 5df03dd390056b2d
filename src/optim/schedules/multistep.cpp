#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/text.h"
#include "optim/schedules/builtin.h"

namespace trainer {
namespace {

struct MultistepOptions {
  std::vector<Span> milestones;
  double gamma = 0.1;

  static const OptionTable& options() {
    static const OptionTable table =
        OptionTableOf<MultistepOptions>()
            .add("milestones", &MultistepOptions::milestones, "when the rate drops: [30ep, 60ep]")
            .above(0)
            .items(1)
            .required()
            .add("gamma", &MultistepOptions::gamma, "factor of each drop")
            .above(0);
    return table;
  }
};

/// torch.optim.lr_scheduler.MultiStepLR
class Multistep final : public Schedule {
 public:
  Multistep(double lr, std::vector<std::int64_t> milestones, double gamma)
      : lr_(lr), milestones_(std::move(milestones)), gamma_(gamma) {}
  ScheduleValue at(std::int64_t step) const override {
    const auto passed = std::upper_bound(milestones_.begin(), milestones_.end(), step);
    return {lr_ * std::pow(gamma_, static_cast<double>(passed - milestones_.begin())), {}};
  }

 private:
  double lr_;
  std::vector<std::int64_t> milestones_;
  double gamma_;
};

std::vector<std::int64_t> milestone_steps(const ScheduleRequest& request,
                                          const MultistepOptions& options,
                                          const Node& node) {
  std::vector<std::int64_t> steps;
  for (const Span& milestone : options.milestones) {
    steps.push_back(request.steps(milestone));
    if (steps.size() > 1 && steps.back() <= steps[steps.size() - 2]) {
      fail_schedule_option(node,
                           "milestones",
                           concat("expected rising milestones, found step ",
                                  steps.back(),
                                  " after step ",
                                  steps[steps.size() - 2]));
    }
  }
  return steps;
}

}  // namespace

ScheduleEntry multistep_schedule() {
  return {"multistep",
          &MultistepOptions::options(),
          "drops by gamma at each milestone (MultiStepLR)",
          [](const ScheduleRequest& request, const Node& node) -> std::unique_ptr<Schedule> {
            const auto options = read_options<MultistepOptions>(node);
            return std::make_unique<Multistep>(
                request.lr, milestone_steps(request, options, node), options.gamma);
          }};
}

}  // namespace trainer
