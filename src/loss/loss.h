#pragma once
#include <memory>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

#include "loss/loss_options.h"

namespace trainer {

/// A loss over a batch as a sum and its normaliser, so that micro-batches and ranks add up exactly.
class Loss {
 public:
  virtual ~Loss() = default;
  /// Sum over the batch; `logits` [n, classes], `labels` [n] int64 or [n, classes] float (soft).
  virtual at::Tensor sum(const at::Tensor& logits, const at::Tensor& labels) const = 0;
  /// What the sum is divided by: the weight sum of the labels, or the count. `labels` on the host.
  virtual double normaliser(const std::vector<std::int64_t>& labels) const = 0;
  virtual void to(const at::Device& device) = 0;
};

/// `class_counts` of the training split, for `class_weights: balanced`
/// (samples / (classes × count), scikit-learn's rule).
std::unique_ptr<Loss> make_loss(const LossOptions& options,
                                const std::vector<std::int64_t>& class_counts);

}  // namespace trainer
