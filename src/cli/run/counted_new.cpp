#include "cli/run/counted_new.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#include "base/allocation_count.h"

#ifdef TRAINER_COUNTED_NEW

namespace {

/// Threads share these in turn: more than there are cores, so that a count seldom waits for the
/// cache line of another one.
struct alignas(64) Calls {
  std::atomic<std::uint64_t> count{0};
};
constexpr std::size_t kPlaces = 64;
std::array<Calls, kPlaces> calls;
std::atomic<std::size_t> threads{0};
std::atomic<bool> counting{false};

void count_one() noexcept {
  thread_local const std::size_t place = threads.fetch_add(1, std::memory_order_relaxed) % kPlaces;
  calls[place].count.fetch_add(1, std::memory_order_relaxed);
}

/// As the standard asks for: the new-handler may free something, or throws.
template <class Allocate>
void* allocated(Allocate allocate) {
  if (counting.load(std::memory_order_relaxed)) count_one();
  for (;;) {
    if (void* memory = allocate()) return memory;
    const std::new_handler handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

std::uint64_t counted_calls() {
  std::uint64_t sum = 0;
  for (const Calls& place : calls) sum += place.count.load(std::memory_order_relaxed);
  return sum;
}

}  // namespace

// The array forms and those that do not throw call these.
void* operator new(std::size_t bytes) {
  return allocated([bytes] { return std::malloc(bytes == 0 ? 1 : bytes); });
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto unit = static_cast<std::size_t>(alignment);
  const std::size_t whole = (bytes + unit - 1) / unit * unit;
  if (whole < bytes) throw std::bad_alloc();
  return allocated([=] { return std::aligned_alloc(unit, whole == 0 ? unit : whole); });
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace trainer::cli {

void count_allocations() {
  counting = true;
  set_allocation_counter(counted_calls);
}

}  // namespace trainer::cli

#else

void trainer::cli::count_allocations() {}

#endif
