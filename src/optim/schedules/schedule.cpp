#include "optim/schedules/schedule.h"

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {

void Schedule::observe(std::int64_t, double) {}

std::map<std::string, double> Schedule::state() const {
  return {};
}

void Schedule::load_state(const std::map<std::string, double>& state) {
  if (state.empty()) return;
  throw CheckpointError(concat("expected no state for this schedule, found \"",
                               printable(state.begin()->first),
                               "\": the checkpoint was written with another schedule"));
}

}  // namespace trainer
