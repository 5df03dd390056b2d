#include "engine/cadence.h"

#include <cmath>

namespace trainer {

bool is_due(const Span& every, std::int64_t step, std::int64_t steps_per_epoch) {
  const double period = every.unit == SpanUnit::steps
                            ? every.count
                            : every.count * static_cast<double>(steps_per_epoch);
  if (period <= 1) return true;
  // Rounding must not move a boundary that falls on a step: 0.1 epochs of 30 steps end at 3, 6, ….
  const double tolerance = 1e-9 * static_cast<double>(step + 1);
  const auto periods = [&](std::int64_t s) {
    return std::floor((static_cast<double>(s) + tolerance) / period);
  };
  return periods(step) > periods(step - 1);
}

}  // namespace trainer
