#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include <trainer/dataset.h>
#include <trainer/options.h>

namespace trainer {

/// `data.split`: how a validation part is cut from the training images.
struct SplitOptions {
  Percent val{0.1};
  bool stratified = true;
  std::int64_t seed = 0;
  static const OptionTable& options();
};

/// A view of some samples of a data set, in the given order.
class SubsetDataset : public Dataset {
 public:
  SubsetDataset(std::shared_ptr<const Dataset> base, std::vector<std::int64_t> indices);

  std::int64_t size() const override { return static_cast<std::int64_t>(indices_.size()); }
  std::int64_t label(std::int64_t index) const override { return base_->label(at(index)); }
  std::string name(std::int64_t index) const override { return base_->name(at(index)); }
  const std::vector<std::string>& class_names() const override { return base_->class_names(); }
  void read(std::int64_t index, SourceImage& image) const override {
    base_->read(at(index), image);
  }
  RawSize raw_size() const override { return base_->raw_size(); }
  std::vector<std::int64_t> shard_starts() const override;
  const Dataset& base() const { return *base_; }
  /// Samples of the whole data set, by place in this one.
  const std::vector<std::int64_t>& indices() const { return indices_; }

 private:
  std::int64_t at(std::int64_t index) const { return indices_.at(static_cast<std::size_t>(index)); }

  std::shared_ptr<const Dataset> base_;
  std::vector<std::int64_t> indices_;
};

struct SplitDatasets {
  std::shared_ptr<Dataset> train, val;
};

/// Cuts `round(size * val)` images off for validation: a pure function of labels, size and seed.
/// Stratified: each class gives its share by the largest-remainder rule (ties to the earlier
/// class), and no class its last image: a class of one stays in training, and no other gives more
/// in its place. Both parts keep the order of the whole. Throws DataError when a part would be
/// empty.
SplitDatasets split_dataset(std::shared_ptr<const Dataset> whole, const SplitOptions& options);

/// Images of each class, in class order.
std::vector<std::int64_t> class_counts(const Dataset& dataset);

}  // namespace trainer
