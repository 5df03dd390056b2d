#include "metrics/monitor.h"

#include <cmath>

#include <trainer/error.h>

namespace trainer {

bool Monitor::improved(double value) {
  const double gain = best_ ? (options_.higher_is_better ? value - *best_ : *best_ - value) : 0;
  const bool better = std::isfinite(value) && (!best_ || gain > options_.min_delta);
  if (better) best_ = value;
  without_improvement_ = better ? 0 : without_improvement_ + 1;
  return better;
}

std::map<std::string, double> Monitor::state() const {
  std::map<std::string, double> state{
      {"without_improvement", static_cast<double>(without_improvement_)}};
  if (best_) state["best"] = *best_;
  return state;
}

void Monitor::load_state(const std::map<std::string, double>& state) {
  const auto count = state.find("without_improvement");
  if (count == state.end()) {
    throw CheckpointError("expected \"without_improvement\" in the state of a monitor, found none");
  }
  without_improvement_ = std::llround(count->second);
  const auto best = state.find("best");
  best_ = best == state.end() ? std::nullopt : std::optional(best->second);
}

}  // namespace trainer
