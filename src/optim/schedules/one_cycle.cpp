#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/text.h"
#include "optim/schedules/builtin.h"

namespace trainer {
namespace {

struct OneCycleOptions {
  std::optional<double> max_lr;
  double pct_start = 0.3;
  std::string anneal_strategy = "cos";
  bool cycle_momentum = true;
  double base_momentum = 0.85;
  double max_momentum = 0.95;
  double div_factor = 25;
  double final_div_factor = 1e4;
  bool three_phase = false;

  static const OptionTable& options();
};

const OptionTable& OneCycleOptions::options() {
  using O = OneCycleOptions;
  static const OptionTable table =
      OptionTableOf<O>()
          .add("max_lr", &O::max_lr, "peak of the learning rate; none: optimizer.lr")
          .above(0)
          .add("pct_start", &O::pct_start, "part of the training spent on the rise")
          .range(0, 1)
          .add("anneal_strategy", &O::anneal_strategy, "shape of rise and fall")
          .choices({"cos", "linear"})
          .add("cycle_momentum", &O::cycle_momentum, "move momentum (Adam: beta1) against the rate")
          .add("base_momentum", &O::base_momentum, "momentum at the peak of the rate")
          .range(0, 1)
          .add("max_momentum", &O::max_momentum, "momentum at start and end")
          .range(0, 1)
          .add("div_factor", &O::div_factor, "start = max_lr / div_factor")
          .above(0)
          .add("final_div_factor", &O::final_div_factor, "end = start / final_div_factor")
          .above(0)
          .add("three_phase", &O::three_phase, "fall as long as the rise, then anneal to the end");
  return table;
}

/// torch.optim.lr_scheduler.OneCycleLR (Smith, Topin, "Super-convergence", 2017).
class OneCycle final : public Schedule {
 public:
  OneCycle(const ScheduleRequest& request, const OneCycleOptions& options)
      : options_(options), linear_(options.anneal_strategy == "linear") {
    const double peak = options.max_lr.value_or(request.lr);
    const double start = peak / options.div_factor;
    const double end = start / options.final_div_factor;
    const double low = options.base_momentum;
    const double high = options.max_momentum;
    const double steps = static_cast<double>(request.total_steps);
    phases_.push_back({options.pct_start * steps - 1, start, peak, high, low});
    if (options.three_phase) {
      phases_.push_back({2 * options.pct_start * steps - 2, peak, start, low, high});
      phases_.push_back({steps - 1, start, end, high, high});
    } else {
      phases_.push_back({steps - 1, peak, end, low, high});
    }
  }

  ScheduleValue at(std::int64_t step) const override {
    const double position = std::min(static_cast<double>(step), phases_.back().end);
    double from = 0;
    std::size_t i = 0;
    for (; i + 1 < phases_.size() && position > phases_[i].end; ++i) from = phases_[i].end;
    const Phase& phase = phases_[i];
    const double length = phase.end - from;
    // A phase without length is already over; Python divides by zero here.
    const double part = length == 0 ? 1 : (position - from) / length;
    ScheduleValue value{anneal(phase.lr_from, phase.lr_to, part), {}};
    if (options_.cycle_momentum) {
      value.momentum = anneal(phase.momentum_from, phase.momentum_to, part);
    }
    return value;
  }

 private:
  struct Phase {
    double end;
    double lr_from, lr_to;
    double momentum_from, momentum_to;
  };

  double anneal(double from, double to, double part) const {
    if (linear_) return (to - from) * part + from;
    return to + (from - to) / 2 * (std::cos(std::numbers::pi * part) + 1);
  }

  OneCycleOptions options_;
  bool linear_;
  std::vector<Phase> phases_;
};

}  // namespace

ScheduleEntry one_cycle_schedule() {
  return {"one_cycle",
          &OneCycleOptions::options(),
          "one rise and one long fall, momentum against it (OneCycleLR)",
          [](const ScheduleRequest& request, const Node& node) -> std::unique_ptr<Schedule> {
            const auto options = read_options<OneCycleOptions>(node);
            if (options.three_phase && options.pct_start > 0.5) {
              fail_schedule_option(
                  node,
                  "pct_start",
                  concat("expected at most 0.5 with three_phase, which rises and falls equally "
                         "long, found ",
                         number_text(options.pct_start)));
            }
            if (options.base_momentum > options.max_momentum) {
              fail_schedule_option(node,
                                   "base_momentum",
                                   concat("expected at most max_momentum (",
                                          number_text(options.max_momentum),
                                          "), found ",
                                          number_text(options.base_momentum)));
            }
            return std::make_unique<OneCycle>(request, options);
          },
          true};
}

}  // namespace trainer
