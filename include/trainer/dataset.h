#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <trainer/options.h>

namespace trainer {

/// One image as its source holds it. Reused from sample to sample: capacity stays.
struct SourceImage {
  std::vector<std::uint8_t> bytes;  ///< an encoded file, or pixels [height, width, channels] uint8
  bool encoded = true;
  int height = 0, width = 0, channels = 0;  ///< of raw pixels

  /// The encoded file or the pixels: the bytes lent by the source, where it has lent any, else
  /// `bytes`. Valid until the image is filled anew, lent to, reset or destroyed.
  std::span<const std::uint8_t> content() const {
    return lent_ ? lent_view_ : std::span<const std::uint8_t>(bytes);
  }

  /// Makes `view` the content without a copy; `owner`, not null, keeps the memory behind it.
  void lend(std::shared_ptr<const void> owner, std::span<const std::uint8_t> view) {
    lent_ = std::move(owner);
    lent_view_ = view;
  }

  /// Empties the image for its next filling. Whoever calls Dataset::read calls this before, so that
  /// a source that only fills `bytes` never meets an older view. The capacity of `bytes` stays.
  void reset() {
    lent_.reset();
    lent_view_ = {};
    bytes.clear();
    encoded = true;
    height = width = channels = 0;
  }

 private:
  std::shared_ptr<const void> lent_;
  std::span<const std::uint8_t> lent_view_;
};

/// The size that all raw images of a data set share; zeros where images are encoded or differ.
struct RawSize {
  int height = 0, width = 0, channels = 0;
  bool operator==(const RawSize&) const = default;
};

/// A split of a data set: images with one label each. Every function is thread-safe after
/// construction, and the same index always means the same sample.
class Dataset {
 public:
  virtual ~Dataset() = default;
  virtual std::int64_t size() const = 0;
  /// Index of the class in `class_names`.
  virtual std::int64_t label(std::int64_t index) const = 0;
  /// What the sample is called in messages, logs and predictions: a path, or `file#17`.
  virtual std::string name(std::int64_t index) const = 0;
  virtual const std::vector<std::string>& class_names() const = 0;
  /// Fills `image`. Throws DataError when the file cannot be read.
  virtual void read(std::int64_t index, SourceImage& image) const = 0;
  virtual RawSize raw_size() const { return {}; }
  /// The first sample of each file that holds many, in order, from 0: what an order that reads file
  /// by file goes by. Empty where each sample lies by itself.
  virtual std::vector<std::int64_t> shard_starts() const { return {}; }
};

/// What opens a data set: see register_dataset.
struct DatasetRequest {
  std::string path;   ///< data.train, data.val or data.test
  std::string split;  ///< "train", "val" or "test"
  /// Fixed names and their order (`data.classes`, or those of training for the other splits);
  /// empty: found by the source.
  std::vector<std::string> classes;
  bool allow_empty_classes = false;
  std::uint64_t seed = 0;
};
using DatasetFactory =
    std::function<std::shared_ptr<Dataset>(const DatasetRequest& request, const Node& options)>;

/// Makes `data.format: name` mean an own data set. Call before load_config. The table's keys stand
/// beside the other keys of `data`; null: no keys of its own. Throws UsageError on a known name.
void register_dataset(const std::string& name,
                      const OptionTable* table,
                      const std::string& help,
                      DatasetFactory factory);

}  // namespace trainer
