#include "optim/schedules/builtin.h"

namespace trainer {
namespace {

class Constant final : public Schedule {
 public:
  explicit Constant(double lr) : lr_(lr) {}
  ScheduleValue at(std::int64_t) const override { return {lr_, {}}; }

 private:
  double lr_;
};

}  // namespace

ScheduleEntry constant_schedule() {
  return {"constant",
          nullptr,
          "the same learning rate throughout",
          [](const ScheduleRequest& request, const Node&) -> std::unique_ptr<Schedule> {
            return std::make_unique<Constant>(request.lr);
          }};
}

}  // namespace trainer
