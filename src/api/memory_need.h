#pragma once
#include <cstdint>
#include <string>

#include <trainer/network.h>

#include "api/available_memory.h"
#include "api/run_options.h"

namespace trainer {

/// What training asks of the host's memory, by the description of the network alone.
struct MemoryNeed {
  std::uint64_t parameters = 0;   ///< weights, gradients, optimizer state and average, in bytes
  std::uint64_t activations = 0;  ///< kept for the backward pass of one (micro-)batch, in bytes
  bool at_most = false;           ///< parameters are frozen: it may be much less
};

MemoryNeed memory_need(const Network& network, const RunOptions& run);

/// "memory: 0.1 GiB for parameters, gradients and optimizer, about 0.4 GiB for activations, 21.3
/// GiB available".
std::string memory_text(const MemoryNeed& need, const AvailableMemory& available);

/// Throws OutOfMemoryError with the numbers when the training cannot fit, before the kernel ends
/// the process without a word. Activations are an estimate: where half of them would fit, or where
/// parameters are frozen, there is
/// only a warning. Nothing is refused where it is unknown what is available.
void check_memory(const MemoryNeed& need, const AvailableMemory& available);

}  // namespace trainer
