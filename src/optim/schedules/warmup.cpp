#include <utility>

#include "optim/schedules/builtin.h"

namespace trainer {
namespace {

constexpr double kStartFactor = 0.01;

class Warmup final : public Schedule {
 public:
  Warmup(std::unique_ptr<Schedule> inner, std::int64_t steps)
      : inner_(std::move(inner)), steps_(steps) {}

  ScheduleValue at(std::int64_t step) const override {
    ScheduleValue value = inner_->at(step);
    if (step < steps_) {
      const double part = static_cast<double>(step) / static_cast<double>(steps_);
      value.lr *= kStartFactor + (1 - kStartFactor) * part;
    }
    return value;
  }
  void observe(std::int64_t step, double metric) override { inner_->observe(step, metric); }
  std::map<std::string, double> state() const override { return inner_->state(); }
  void load_state(const std::map<std::string, double>& state) override {
    inner_->load_state(state);
  }

 private:
  std::unique_ptr<Schedule> inner_;
  std::int64_t steps_;
};

}  // namespace

std::unique_ptr<Schedule> add_warmup(std::unique_ptr<Schedule> inner, std::int64_t steps) {
  return std::make_unique<Warmup>(std::move(inner), steps);
}

}  // namespace trainer
