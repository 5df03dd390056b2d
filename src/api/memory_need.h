#pragma once
#include <cstdint>
#include <string>

#include <trainer/network.h>

#include "api/run_options.h"

namespace trainer {

/// What training asks of the host's memory, by the description of the network alone.
struct MemoryNeed {
  std::uint64_t parameters = 0;   ///< weights, gradients, optimizer state and average, in bytes
  std::uint64_t activations = 0;  ///< kept for the backward pass of one (micro-)batch, in bytes
};

MemoryNeed memory_need(const Network& network, const RunOptions& run);

/// Bytes that processes may still take, by the kernel; 0: unknown.
std::uint64_t available_memory();

/// "memory: 0.1 GiB for parameters, gradients and optimizer, about 0.4 GiB for activations, 21.3
/// GiB available".
std::string memory_text(const MemoryNeed& need, std::uint64_t available);

/// Throws OutOfMemoryError with both numbers when the parameters alone cannot fit, before the
/// kernel ends the process without a word. Activations are an estimate: they only warn.
void check_memory(const MemoryNeed& need, std::uint64_t available);

}  // namespace trainer
