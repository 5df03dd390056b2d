#include "data/loader/slot.h"

#include <cstdlib>
#include <cstring>

#include <sys/mman.h>

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {
namespace {

// A cache line: two threads never write to the same one at the border of two slots.
constexpr std::size_t kAlignment = 64;
constexpr std::size_t kHugePage = std::size_t{2} << 20;

class HostAllocator final : public SlotAllocator {
 public:
  void* allocate(std::size_t bytes) override {
    // In pages of 4 KiB the first touch of a slot's memory takes as long as decoding some images.
    const bool huge = bytes >= 2 * kHugePage;
    const std::size_t alignment = huge ? kHugePage : kAlignment;
    void* memory = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    if (memory == nullptr) {
      throw OutOfMemoryError(concat("no memory for a batch of ",
                                    bytes,
                                    " bytes; set a smaller train.batch_size or data.prefetch"));
    }
    if (huge) ::madvise(memory, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
    return memory;
  }
  void release(void* memory) noexcept override { std::free(memory); }
};

}  // namespace

SlotAllocator& host_slot_allocator() {
  static HostAllocator allocator;
  return allocator;
}

SlotRing::SlotRing(std::size_t slots, int rows, const Pipeline& pipeline, SlotAllocator& allocator)
    : allocator_(allocator), slots_(slots) {
  const auto count = static_cast<std::size_t>(rows);
  try {
    for (Slot& slot : slots_) {
      slot.batch.height = pipeline.height();
      slot.batch.width = pipeline.width();
      slot.batch.channels = pipeline.channels();
      slot.batch.images =
          static_cast<std::uint8_t*>(allocator_.allocate(slot.batch.row_bytes() * count));
      slot.batch.labels.reserve(count);
      slot.batch.ids.reserve(count);
      slot.batch.valid.reserve(count);
      slot.rows.resize(count);
    }
  } catch (...) {
    release();
    throw;
  }
}

SlotRing::~SlotRing() {
  release();
}

void SlotRing::release() noexcept {
  for (Slot& slot : slots_) {
    if (slot.batch.images != nullptr) allocator_.release(slot.batch.images);
    slot.batch.images = nullptr;
  }
}

void reset_slot(Slot& slot, int count) {
  const auto rows = static_cast<std::size_t>(count);
  slot.batch.count = count;
  slot.batch.labels.assign(rows, 0);
  slot.batch.ids.assign(rows, 0);
  slot.batch.valid.assign(rows, 1);
  slot.taken = 0;
  slot.finished = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    slot.rows[i].filled = false;
    slot.rows[i].bad.clear();
    slot.rows[i].fatal = nullptr;
  }
}

void drop_unfilled_rows(Slot& slot) {
  Batch& batch = slot.batch;
  const std::size_t bytes = batch.row_bytes();
  std::size_t kept = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(batch.count); ++i) {
    if (!slot.rows[i].filled) continue;
    if (kept != i) {
      std::memcpy(batch.images + kept * bytes, batch.images + i * bytes, bytes);
      batch.labels[kept] = batch.labels[i];
      batch.ids[kept] = batch.ids[i];
    }
    ++kept;
  }
  batch.count = static_cast<int>(kept);
  batch.labels.resize(kept);
  batch.ids.resize(kept);
  batch.valid.resize(kept);
}

}  // namespace trainer
