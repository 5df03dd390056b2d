#include <algorithm>
#include <cmath>

#include <trainer/error.h>

#include "base/text.h"
#include "optim/schedules/builtin.h"

namespace trainer {
namespace {

struct PlateauOptions {
  std::string mode = "auto";
  double factor = 0.1;
  std::int64_t patience = 10;
  double threshold = 1e-4;
  std::string threshold_mode = "rel";
  std::int64_t cooldown = 0;
  double min_lr = 0;
  double eps = 1e-8;

  static const OptionTable& options();
};

const OptionTable& PlateauOptions::options() {
  using O = PlateauOptions;
  static const OptionTable table =
      OptionTableOf<O>()
          .add("mode", &O::mode, "whether the monitored metric should fall or rise")
          .choices({"auto", "min", "max"})
          .add("factor", &O::factor, "factor of each drop")
          .above(0)
          .below(1)
          .add("patience", &O::patience, "validations without improvement that are put up with")
          .at_least(0)
          .add("threshold", &O::threshold, "how much better counts as better")
          .at_least(0)
          .add("threshold_mode", &O::threshold_mode, "threshold relative to the best, or absolute")
          .choices({"rel", "abs"})
          .add("cooldown", &O::cooldown, "validations after a drop before counting again")
          .at_least(0)
          .add("min_lr", &O::min_lr, "no drop goes below it")
          .at_least(0)
          .add("eps", &O::eps, "smaller drops are left out")
          .at_least(0);
  return table;
}

/// torch.optim.lr_scheduler.ReduceLROnPlateau
class Plateau final : public Schedule {
 public:
  Plateau(const ScheduleRequest& request, const PlateauOptions& options)
      : options_(options),
        rising_(options.mode == "auto" ? request.higher_is_better : options.mode == "max"),
        base_lr_(request.lr),
        lr_(request.lr) {}

  ScheduleValue at(std::int64_t) const override { return {lr_, {}}; }

  void observe(std::int64_t, double metric) override {
    if (better(metric)) {
      best_ = metric;
      bad_ = 0;
    } else {
      ++bad_;
    }
    if (cooldown_ > 0) {
      --cooldown_;
      bad_ = 0;
    }
    if (bad_ > options_.patience) {
      const double lower = std::max(lr_ * options_.factor, options_.min_lr);
      if (lr_ - lower > options_.eps) lr_ = lower;
      cooldown_ = options_.cooldown;
      bad_ = 0;
    }
  }

  std::map<std::string, double> state() const override {
    std::map<std::string, double> state{{"base_lr", base_lr_},
                                        {"lr", lr_},
                                        {"num_bad_epochs", static_cast<double>(bad_)},
                                        {"cooldown_counter", static_cast<double>(cooldown_)}};
    if (best_) state["best"] = *best_;
    return state;
  }

  void load_state(const std::map<std::string, double>& state) override {
    const auto number = [&](const char* key) {
      const auto found = state.find(key);
      if (found == state.end()) {
        throw CheckpointError(concat("expected \"",
                                     key,
                                     "\" in the state of schedule plateau, found none: the "
                                     "checkpoint was written with another schedule"));
      }
      return found->second;
    };
    const double saved_base = number("base_lr");
    lr_ = number("lr");
    bad_ = std::llround(number("num_bad_epochs"));
    cooldown_ = std::llround(number("cooldown_counter"));
    best_.reset();
    if (state.contains("best")) best_ = number("best");
    // A learning rate that was changed for the resume keeps the drops made so far.
    if (saved_base != base_lr_) lr_ *= base_lr_ / saved_base;
  }

 private:
  bool better(double metric) const {
    // Not finite never wins; as the first value it would block every later one.
    if (!std::isfinite(metric)) return false;
    if (!best_) return true;
    const double sign = rising_ ? 1 : -1;
    const double bound = options_.threshold_mode == "rel" ? *best_ * (1 + sign * options_.threshold)
                                                          : *best_ + sign * options_.threshold;
    return rising_ ? metric > bound : metric < bound;
  }

  PlateauOptions options_;
  bool rising_;
  double base_lr_;
  double lr_;
  std::optional<double> best_;
  std::int64_t bad_ = 0;
  std::int64_t cooldown_ = 0;
};

}  // namespace

ScheduleEntry plateau_schedule() {
  return {"plateau",
          &PlateauOptions::options(),
          "drops when the monitored metric stops improving (ReduceLROnPlateau)",
          [](const ScheduleRequest& request, const Node& node) -> std::unique_ptr<Schedule> {
            return std::make_unique<Plateau>(request, read_options<PlateauOptions>(node));
          }};
}

}  // namespace trainer
