#include "base/allocation_count.h"

namespace trainer {
namespace {
AllocationCounter counter_of_program = nullptr;
}  // namespace

void set_allocation_counter(AllocationCounter counter) {
  counter_of_program = counter;
}

std::optional<std::uint64_t> allocation_count() {
  if (counter_of_program == nullptr) return std::nullopt;
  return counter_of_program();
}

}  // namespace trainer
