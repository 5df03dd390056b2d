#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

namespace trainer {

/// Capacity for `count` items in memory that is used again and again. It grows in large steps, from
/// `least_bytes` on: an item a little larger than all before it must not cost an allocation. Memory
/// that nobody writes to takes no room.
template <class Item>
void reserve_scratch(std::vector<Item>& memory,
                     std::size_t count,
                     std::size_t least_bytes = std::size_t{1} << 20) {
  constexpr std::size_t kLargeBytes = std::size_t{64} << 20;  // beyond it, what is needed
  if (memory.capacity() >= count) return;
  const std::size_t bytes = std::max(count * sizeof(Item), least_bytes);
  memory.reserve(bytes < kLargeBytes ? std::bit_ceil(bytes) / sizeof(Item) : count);
}

/// At least `count` items, by reserve_scratch; more where there were more.
template <class Item>
void grow_scratch(std::vector<Item>& memory, std::size_t count) {
  if (memory.size() >= count) return;
  reserve_scratch(memory, count);
  memory.resize(count);
}

}  // namespace trainer
