#pragma once

namespace trainer {

/// Adds `nice` to the niceness of the calling thread; where that is not allowed the thread keeps
/// what it has.
void lower_priority(int nice);

}  // namespace trainer
