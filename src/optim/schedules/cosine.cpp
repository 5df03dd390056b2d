#include <algorithm>
#include <cmath>
#include <numbers>

#include "optim/schedules/builtin.h"

namespace trainer {
namespace {

struct CosineOptions {
  double min_lr = 0;

  static const OptionTable& options() {
    static const OptionTable table =
        OptionTableOf<CosineOptions>()
            .add("min_lr", &CosineOptions::min_lr, "learning rate at the end (eta_min)")
            .at_least(0);
    return table;
  }
};

/// torch.optim.lr_scheduler.CosineAnnealingLR over what the warm-up leaves of the training.
class Cosine final : public Schedule {
 public:
  Cosine(const ScheduleRequest& request, double min_lr)
      : lr_(request.lr),
        min_lr_(min_lr),
        start_(request.warmup_steps),
        length_(std::max<std::int64_t>(1, request.total_steps - request.warmup_steps)) {}
  ScheduleValue at(std::int64_t step) const override {
    const std::int64_t t = std::clamp<std::int64_t>(step - start_, 0, length_);
    const double angle = std::numbers::pi * static_cast<double>(t) / static_cast<double>(length_);
    return {min_lr_ + (lr_ - min_lr_) * (1 + std::cos(angle)) / 2, {}};
  }

 private:
  double lr_;
  double min_lr_;
  std::int64_t start_;
  std::int64_t length_;
};

}  // namespace

ScheduleEntry cosine_schedule() {
  return {"cosine",
          &CosineOptions::options(),
          "half a cosine from lr to min_lr (CosineAnnealingLR)",
          [](const ScheduleRequest& request, const Node& node) -> std::unique_ptr<Schedule> {
            return std::make_unique<Cosine>(request, read_options<CosineOptions>(node).min_lr);
          }};
}

}  // namespace trainer
