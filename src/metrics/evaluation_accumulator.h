#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "metrics/mean.h"

namespace trainer {

/// Metrics over a whole split, each valid sample counted once; sums, so that batches and ranks add
/// up exactly. Free of LibTorch.
class EvaluationAccumulator {
 public:
  explicit EvaluationAccumulator(std::int64_t classes);

  /// A batch: `logits` [n, classes] row by row, `labels` [n]; rows with `valid` 0 are padding and
  /// left out, an empty `valid` means all. Throws DataError on a label that is no class.
  void add(std::span<const float> logits,
           std::span<const std::int64_t> labels,
           std::span<const std::uint8_t> valid = {});
  /// The loss of the same valid rows as its sum and normaliser.
  void add_loss(double sum, double normaliser) { loss_.add(sum, normaliser); }
  /// Adds what another rank counted. Throws InternalError when the classes differ.
  void merge(const EvaluationAccumulator& other);

  std::int64_t count() const { return count_; }
  double loss() const { return loss_.value(); }
  /// Share of samples whose label is the highest; 0 of no samples.
  double top1() const { return share(top1_); }
  /// Share of samples whose label is among the 5 highest, or all when there are fewer classes.
  double top5() const { return share(top5_); }
  /// Mean of the recalls of the classes that have samples.
  double macro_recall() const;
  std::int64_t classes() const { return static_cast<std::int64_t>(support_.size()); }
  std::int64_t support(std::int64_t label) const { return support_[index(label)]; }
  /// Share of the class's samples whose label is the highest; 0 of no samples.
  double recall(std::int64_t label) const;

 private:
  static std::size_t index(std::int64_t label) { return static_cast<std::size_t>(label); }
  double share(std::int64_t hits) const {
    return count_ == 0 ? 0 : static_cast<double>(hits) / static_cast<double>(count_);
  }

  std::int64_t count_ = 0;
  std::int64_t top1_ = 0;
  std::int64_t top5_ = 0;
  Mean loss_;
  std::vector<std::int64_t> support_;
  std::vector<std::int64_t> hits_;
};

}  // namespace trainer
