#include "unit/loader/counted_new.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::int64_t> calls{0};
thread_local int not_counted = 0;

void* counted(std::size_t bytes, std::size_t alignment) noexcept {
  if (not_counted == 0) ++calls;
  if (alignment <= alignof(std::max_align_t)) return std::malloc(bytes == 0 ? 1 : bytes);
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

void* counted_or_throw(std::size_t bytes, std::size_t alignment) {
  if (void* memory = counted(bytes, alignment)) return memory;
  throw std::bad_alloc();
}

}  // namespace

// The array forms, and the nothrow forms without alignment, call these.
void* operator new(std::size_t bytes) {
  return counted_or_throw(bytes, 1);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return counted_or_throw(bytes, static_cast<std::size_t>(alignment));
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

namespace trainer::testing {

std::int64_t allocations() {
  return calls;
}

NotCounted::NotCounted() {
  ++not_counted;
}

NotCounted::~NotCounted() {
  --not_counted;
}

}  // namespace trainer::testing
