#pragma once
#include <cstdint>

#include "data/loader/batch.h"
#include "data/loader/loader.h"

namespace trainer {

/// A place in the endless row of batches.
struct BatchPlace {
  std::int64_t epoch = 1;
  std::int64_t batch = 0;
};

/// How the epochs of a sampler fall into batches.
class EpochBatches {
 public:
  /// Throws DataError where an epoch would have no batch.
  EpochBatches(std::int64_t samples, const LoaderOptions& options);

  std::int64_t count() const { return count_; }
  /// Images of the largest batch.
  int most_images() const;
  /// What `seek` asks for. Throws UsageError where there is no such place.
  BatchPlace place(std::int64_t epoch, std::int64_t batch) const;
  void advance(BatchPlace& place) const;
  /// Images of a batch, and where its first one stands in the epoch.
  int images(std::int64_t batch) const;
  std::int64_t first(std::int64_t batch) const { return batch * batch_size_; }
  /// Writes into `batch` which one it is.
  void label(const BatchPlace& place, Batch& batch) const;

 private:
  std::int64_t samples_, batch_size_, count_;
};

/// Says how a batch with its labels is mixed; its images are mixed where they are normalised.
void mix_batch(const LoaderOptions& options, std::int64_t classes, Batch& batch);

}  // namespace trainer
