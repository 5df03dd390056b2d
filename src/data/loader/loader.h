#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <trainer/dataset.h>

#include "data/loader/batch_source.h"
#include "data/loader/sampler.h"
#include "data/transforms/pipeline.h"

namespace trainer {

enum class BadImagePolicy { fail, skip, substitute };

struct LoaderOptions {
  int batch_size = 1;
  bool drop_last = false;
  int workers = 1;   ///< decode threads, >= 1
  int prefetch = 4;  ///< batches ready ahead of the consumer
  std::uint64_t seed = 0;
  BadImagePolicy on_bad_image = BadImagePolicy::fail;
  /// Share of the data set that may be bad before it is an error; above 0, one always may.
  double max_bad = 0.01;
  BatchMixOptions mix{};
  int nice = 0;  ///< added to the decode threads' niceness: 5 where they share cores with training
};

/// Memory for the slots. Pinned memory comes from an allocator of the device's.
class SlotAllocator {
 public:
  virtual ~SlotAllocator() = default;
  virtual void* allocate(std::size_t bytes) = 0;
  virtual void release(void* memory) noexcept = 0;
};
SlotAllocator& host_slot_allocator();

/// Turns a data set into batches with a pool of threads over samples. Which bytes a batch holds
/// depends on (seed, epoch, index) alone, never on the number of threads. Prefetches across epochs:
/// the end of one does not drain the pipeline. Its threads start with the first batch and end after
/// the last one that `stop_after` leaves. Errors of workers are thrown by `next()` with the
/// sample's path, and again until `seek`.
///
/// A bad image (DataError of the data set or the pipeline), by policy: `fail` throws it; `skip`
/// leaves its row out, so that the batch gets shorter, to `count` 0 where all of it was bad;
/// `substitute` puts in another good sample, of the same class where there is one, with the id and
/// label of that one. Each bad sample is named once in the log.
class Loader final : public BatchSource {
 public:
  /// `pipeline` is applied to each sample; its output size fixes the slots. Nothing is read before
  /// the first `next()`. Throws DataError where an epoch would have no batch, OutOfMemoryError.
  Loader(std::shared_ptr<const Dataset> dataset,
         std::shared_ptr<const Sampler> sampler,
         std::shared_ptr<const Pipeline> pipeline,
         LoaderOptions options,
         SlotAllocator& allocator = host_slot_allocator());
  ~Loader() override;
  Loader(const Loader&) = delete;
  Loader& operator=(const Loader&) = delete;

  void seek(std::int64_t epoch, std::int64_t batch) override;
  void stop_after(std::int64_t epoch) override;
  /// For consumers that read a batch after they have asked for the next one, such as a copy to a
  /// device that is still under way: `wait_until_free` is called by `next`, `seek` and the
  /// destructor before the memory of the last batch goes back to the workers, and returns when
  /// nobody reads it any more. Must not throw, nor call the loader.
  void guard_reuse(std::function<void(const Batch&)> wait_until_free);
  const Batch* next() override;
  std::int64_t batches_per_epoch() const override;
  int workers() const override;
  LoaderStats stats() const override;
  std::vector<std::pair<std::string, std::string>> bad_samples() const override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trainer
