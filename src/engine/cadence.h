#pragma once
#include <cstdint>

#include <trainer/units.h>

namespace trainer {

/// Whether a period of `every` ends at `step` (completed steps, from 1). Periods in epochs may be
/// fractional: each ends at the first step at or after its boundary.
bool is_due(const Span& every, std::int64_t step, std::int64_t steps_per_epoch);

}  // namespace trainer
