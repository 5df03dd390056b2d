#pragma once
#include <cstdint>
#include <memory>

#include "data/loader/batch_source.h"
#include "data/loader/epoch_batches.h"
#include "data/loader/epoch_order.h"
#include "data/loader/loader.h"
#include "data/resident/resident_set.h"

namespace trainer {

/// The batches of a Loader over the same parts, bit for bit, as plans: which windows of resident
/// images they are made of. Needs no threads and no memory for pixels; whoever takes a batch writes
/// its pixels where they are wanted.
class ResidentLoader final : public BatchSource {
 public:
  /// Reads all images. Throws as ResidentSet does, and DataError where an epoch would have no
  /// batch.
  ResidentLoader(std::shared_ptr<const Dataset> dataset,
                 std::shared_ptr<const Sampler> sampler,
                 std::shared_ptr<const Pipeline> pipeline,
                 LoaderOptions options);

  void seek(std::int64_t epoch, std::int64_t batch) override;
  void stop_after(std::int64_t epoch) override { last_epoch_ = epoch; }
  const Batch* next() override;
  std::int64_t batches_per_epoch() const override { return batches_.count(); }
  LoaderStats stats() const override { return stats_; }
  /// Memory of the images.
  std::uint64_t bytes() const { return images_.bytes(); }

 private:
  std::shared_ptr<const Dataset> dataset_;
  std::shared_ptr<const Sampler> sampler_;
  std::shared_ptr<const Pipeline> pipeline_;
  LoaderOptions options_;
  EpochBatches batches_;
  ResidentSet images_;
  EpochOrder order_;
  BatchPlace place_;
  std::int64_t last_epoch_ = 0;
  Batch batch_;
  LoaderStats stats_;
};

}  // namespace trainer
