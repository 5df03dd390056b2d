#include "new_memory.h"

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace trainer::fuzz {
namespace {

std::atomic<int> filling = -1;

}  // namespace

void fill_new_memory_with(std::uint8_t value) {
  filling = value;
}

}  // namespace trainer::fuzz

/// The address sanitizer calls it at the end of each allocation. Larger ones it takes from the
/// system, and calloc then counts on zeros.
extern "C" __attribute__((no_sanitize("all"), used)) void __sanitizer_malloc_hook(
    const volatile void* memory, std::size_t size) {
  constexpr std::size_t kMost = std::size_t{1} << 16;
  const int value = trainer::fuzz::filling;
  if (value < 0 || memory == nullptr || size > kMost) return;
  auto* bytes = static_cast<std::uint8_t*>(const_cast<void*>(memory));
  std::fill_n(bytes, size, static_cast<std::uint8_t>(value));
}
