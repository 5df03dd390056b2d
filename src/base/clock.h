#pragma once

namespace trainer {

/// Seconds by a clock that never goes back, from some point in the past.
double wall_seconds();
/// CPU seconds of this process so far, all its threads.
double cpu_seconds();

}  // namespace trainer
