#include <algorithm>
#include <cmath>

#include "optim/schedules/builtin.h"

namespace trainer {
namespace {

struct PolynomialOptions {
  double power = 1;
  double min_lr = 0;

  static const OptionTable& options() {
    static const OptionTable table =
        OptionTableOf<PolynomialOptions>()
            .add("power", &PolynomialOptions::power, "exponent; 1 is a straight line")
            .above(0)
            .add("min_lr", &PolynomialOptions::min_lr, "learning rate at the end")
            .at_least(0);
    return table;
  }
};

/// torch.optim.lr_scheduler.PolynomialLR over what the warm-up leaves of the training.
class Polynomial final : public Schedule {
 public:
  Polynomial(const ScheduleRequest& request, const PolynomialOptions& options)
      : lr_(request.lr),
        options_(options),
        start_(request.warmup_steps),
        length_(std::max<std::int64_t>(1, request.total_steps - request.warmup_steps)) {}
  ScheduleValue at(std::int64_t step) const override {
    const std::int64_t t = std::clamp<std::int64_t>(step - start_, 0, length_);
    const double left = 1 - static_cast<double>(t) / static_cast<double>(length_);
    return {options_.min_lr + (lr_ - options_.min_lr) * std::pow(left, options_.power), {}};
  }

 private:
  double lr_;
  PolynomialOptions options_;
  std::int64_t start_;
  std::int64_t length_;
};

}  // namespace

ScheduleEntry polynomial_schedule() {
  return {"polynomial",
          &PolynomialOptions::options(),
          "falls to min_lr as a power of what is left (PolynomialLR)",
          [](const ScheduleRequest& request, const Node& node) -> std::unique_ptr<Schedule> {
            return std::make_unique<Polynomial>(request, read_options<PolynomialOptions>(node));
          }};
}

}  // namespace trainer
