#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "data/loader/batch.h"

namespace trainer {

struct LoaderStats {
  std::int64_t samples = 0;
  std::int64_t bad = 0;              ///< distinct bad samples met so far
  double producer_wait_seconds = 0;  ///< workers idle because every slot was full
  double consumer_wait_seconds = 0;  ///< next() waiting for a batch
};

/// The endless row of a split's batches, epoch after epoch: which samples, and what becomes of
/// them, depends on (seed, epoch, index) alone. One consumer.
class BatchSource {
 public:
  virtual ~BatchSource() = default;
  /// Goes to a batch of an epoch (epochs from 1, batches from 0); call before the first `next()`,
  /// or at any time to jump. O(1) but for the epoch's permutation. The number of batches an epoch
  /// means the start of the next epoch; beyond it: UsageError. Forgets an error of before.
  virtual void seek(std::int64_t epoch, std::int64_t batch) = 0;
  /// Stops after this epoch: `next()` then gives null, and goes on after a later `stop_after`.
  /// 0: endless.
  virtual void stop_after(std::int64_t epoch) = 0;
  /// The next batch in order, valid until the next call; null after the last.
  virtual const Batch* next() = 0;
  virtual std::int64_t batches_per_epoch() const = 0;
  /// Threads that make batches; 0: the consumer makes them itself.
  virtual int workers() const { return 0; }
  virtual LoaderStats stats() const { return {}; }
  /// Bad samples met so far, once each: name and reason.
  virtual std::vector<std::pair<std::string, std::string>> bad_samples() const { return {}; }
};

}  // namespace trainer
