#pragma once
#include <cstdint>
#include <optional>

namespace trainer {

/// Gives how often the process has called operator new.
using AllocationCounter = std::uint64_t (*)();

/// For a program that counts its allocations; a library must not replace operator new for the
/// programs it is part of. Call before there are threads.
void set_allocation_counter(AllocationCounter counter);
/// Calls so far; empty where the program does not count them.
std::optional<std::uint64_t> allocation_count();

}  // namespace trainer
