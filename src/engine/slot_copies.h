#pragma once
#include <ATen/core/Tensor.h>

#include "data/loader/batch.h"
#include "data/loader/loader.h"

namespace trainer {

/// How the pixels of batches come from a loader's slots to a device while the host goes on: slots
/// in page-locked memory, copies on a stream of their own, an event behind each. The loader is made
/// with `allocator()`, and its `guard_reuse` calls `wait`. One thread uses it.
class SlotCopies {
 public:
  virtual ~SlotCopies() = default;
  /// Memory for the slots; outlives the loader.
  virtual SlotAllocator& allocator() = 0;
  /// Begins to copy the batch's pixels: uint8 [count, height, width, channels] on the device. It
  /// may return before the slot was read; what the device is given to do next comes after the copy.
  virtual at::Tensor start(const Batch& batch) = 0;
  /// Returns when nobody reads the slot of this batch any more.
  virtual void wait(const Batch& batch) noexcept = 0;
};

}  // namespace trainer
