#pragma once
#include <cstdint>
#include <string>

namespace trainer {

/// What this process may still take, in bytes.
struct AvailableMemory {
  std::uint64_t memory = 0;  ///< by the kernel and the control groups (containers); 0: unknown
  std::uint64_t swap = 0;
};

/// Read from /proc and /sys below `root`.
AvailableMemory available_memory(const std::string& root = "/");

}  // namespace trainer
