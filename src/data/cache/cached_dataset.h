#pragma once
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <trainer/dataset.h>

namespace trainer {

/// Bytes that caches may keep, all together. Thread-safe.
class CacheBudget {
 public:
  explicit CacheBudget(std::uint64_t bytes) : bytes_(bytes) {}
  /// Whether there was room; then it is taken.
  bool take(std::uint64_t bytes);
  void give_back(std::uint64_t bytes) { used_ -= bytes; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  std::uint64_t bytes_;
  std::atomic<std::uint64_t> used_{0};
};

/// Turns an encoded image into pixels: fills `image` with them, `encoded` false. Throws DataError.
using CacheDecoder = std::function<void(
    std::span<const std::uint8_t> encoded, const std::string& name, SourceImage& image)>;

/// Keeps the images of another data set in memory once they were read: as they are, or, with a
/// decoder, as the pixels it gives. First come, first kept, until the budget is used up; nothing is
/// ever thrown out, since with every image used once an epoch that would only cost. Kept images are
/// lent without a copy. What cannot be decoded is left to its reader. Logs how many images are kept
/// when the budget is used up, and when all are there.
class CachedDataset : public Dataset {
 public:
  /// `what` is the split, for the log.
  CachedDataset(std::shared_ptr<const Dataset> base,
                std::shared_ptr<CacheBudget> budget,
                std::string what,
                CacheDecoder decoder = {});
  ~CachedDataset() override;
  CachedDataset(const CachedDataset&) = delete;
  CachedDataset& operator=(const CachedDataset&) = delete;

  std::int64_t size() const override { return base_->size(); }
  std::int64_t label(std::int64_t index) const override { return base_->label(index); }
  std::string name(std::int64_t index) const override { return base_->name(index); }
  const std::vector<std::string>& class_names() const override { return base_->class_names(); }
  RawSize raw_size() const override { return base_->raw_size(); }
  std::vector<std::int64_t> shard_starts() const override { return base_->shard_starts(); }
  void read(std::int64_t index, SourceImage& image) const override;

  std::int64_t kept_images() const;
  std::uint64_t kept_bytes() const;

 private:
  struct Entry;
  struct Store;
  bool decode(std::int64_t index, const SourceImage& from, SourceImage& to) const;
  void keep(std::int64_t index, SourceImage& image) const;
  void say_full() const;

  std::shared_ptr<const Dataset> base_;
  std::string what_;
  CacheDecoder decoder_;
  std::shared_ptr<Store> store_;  ///< lent images outlive the data set
};

}  // namespace trainer
