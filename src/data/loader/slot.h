#pragma once
#include <cstdint>
#include <exception>
#include <string>
#include <vector>

#include "data/loader/batch.h"
#include "data/loader/loader.h"

namespace trainer {

/// A sample that could not be used, and why.
struct BadSample {
  std::int64_t index = 0;
  std::string reason;  ///< with the sample's name
};

/// What a worker did for one row of a batch. Errors travel as values.
struct Row {
  std::int64_t index = 0;  ///< the sample asked for
  std::int64_t occurrence = 0;
  bool filled = false;         ///< the row has pixels, those of batch.ids[row]
  std::vector<BadSample> bad;  ///< in the order in which they were tried
  std::exception_ptr fatal;    ///< what no policy may swallow
};

/// Room for one batch.
struct Slot {
  Batch batch;
  std::vector<Row> rows;
  int taken = 0;     ///< rows handed out to workers
  int finished = 0;  ///< rows that workers have finished
  bool complete() const { return finished == batch.count; }
};

/// The slots of a loader, allocated once.
class SlotRing {
 public:
  SlotRing(std::size_t slots, int rows, const Pipeline& pipeline, SlotAllocator& allocator);
  ~SlotRing();
  SlotRing(const SlotRing&) = delete;
  SlotRing& operator=(const SlotRing&) = delete;

  std::int64_t size() const { return static_cast<std::int64_t>(slots_.size()); }
  /// The slot of a batch by its running number.
  Slot& at(std::int64_t number) { return slots_[static_cast<std::size_t>(number % size())]; }

 private:
  void release() noexcept;

  SlotAllocator& allocator_;
  std::vector<Slot> slots_;
};

/// Empties a slot for `count` rows; nothing is allocated after the first time.
void reset_slot(Slot& slot, int count);
/// Removes the rows that are not filled; the others keep their order.
void drop_unfilled_rows(Slot& slot);

}  // namespace trainer
