#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <trainer/error.h>

#include "data/loader/loader.h"
#include "data/resident/assemble.h"

namespace trainer::testing {

/// Raw images of 2x2x1 whose first bytes are their index; sample i has class i % 3.
class FakeDataset : public Dataset {
 public:
  explicit FakeDataset(std::int64_t size, std::set<std::int64_t> bad = {})
      : size_(size), bad_(std::move(bad)) {}
  std::int64_t size() const override { return size_; }
  std::int64_t label(std::int64_t index) const override { return index % 3; }
  std::string name(std::int64_t index) const override {
    return "/data/set/" + class_names()[static_cast<std::size_t>(index % 3)] + "/image-number-" +
           std::to_string(index) + ".jpg";
  }
  const std::vector<std::string>& class_names() const override { return classes_; }
  void read(std::int64_t index, SourceImage& image) const override {
    ++reads;
    if (on_read) on_read(index);
    if (bad_.count(index) > 0) throw DataError(name(index) + ": truncated JPEG", name(index));
    image.bytes.resize(4);
    for (std::size_t i = 0; i < 4; ++i) {
      image.bytes[i] = static_cast<std::uint8_t>(static_cast<std::uint64_t>(index) >> (8 * i));
    }
    image.encoded = false;
    image.height = 2;
    image.width = 2;
    image.channels = 1;
  }

  std::function<void(std::int64_t)> on_read;
  mutable std::atomic<std::int64_t> reads{0};

 private:
  std::int64_t size_;
  std::set<std::int64_t> bad_;
  std::vector<std::string> classes_ = {"hat", "shoe", "shirt"};
};

/// Everything a test compares of a batch.
struct Copy {
  std::int64_t epoch, index;
  bool last;
  int count;
  std::vector<std::uint8_t> images;
  std::vector<std::int64_t> labels, ids;
  std::vector<std::uint8_t> valid;
  std::vector<float> soft_labels;
  bool operator==(const Copy&) const = default;
};

/// The pixels of a batch, wherever they are.
inline std::vector<std::uint8_t> pixels_of(const Batch& batch) {
  std::vector<std::uint8_t> pixels(batch.row_bytes() * static_cast<std::size_t>(batch.count));
  if (batch.resident != nullptr) {
    assemble_rows(batch, 0, batch.count, pixels.data());
  } else {
    std::copy_n(batch.images, pixels.size(), pixels.data());
  }
  return pixels;
}

inline Copy copy_of(const Batch& batch) {
  return {batch.epoch,
          batch.index,
          batch.last_of_epoch,
          batch.count,
          pixels_of(batch),
          batch.labels,
          batch.ids,
          batch.valid,
          batch.soft_labels};
}

/// The batches up to the end of an epoch.
inline std::vector<Copy> drain(BatchSource& loader, std::int64_t last_epoch) {
  loader.stop_after(last_epoch);
  std::vector<Copy> batches;
  while (const Batch* batch = loader.next()) batches.push_back(copy_of(*batch));
  return batches;
}

inline std::vector<std::int64_t> ids_of(const std::vector<Copy>& batches) {
  std::vector<std::int64_t> ids;
  for (const Copy& batch : batches) ids.insert(ids.end(), batch.ids.begin(), batch.ids.end());
  return ids;
}

}  // namespace trainer::testing
