#pragma once
#include <cstdint>

namespace trainer::fuzz {

/// From now on what malloc gives is full of `value`, up to 64 KiB of it, so that a result that
/// depends on memory nobody wrote differs from one call to the next.
void fill_new_memory_with(std::uint8_t value);

}  // namespace trainer::fuzz
