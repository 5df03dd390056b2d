#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

#include <trainer/options.h>

namespace trainer {

/// A loss over a batch as a sum and its normaliser, so that micro-batches and ranks add up exactly.
class Loss {
 public:
  virtual ~Loss() = default;
  /// Sum over the batch, 0-dim; `logits` [n, classes], `labels` [n] int64 or [n, classes] float
  /// (soft). Throws DataError on a label out of range where the labels are on the CPU.
  virtual at::Tensor sum(const at::Tensor& logits, const at::Tensor& labels) const = 0;
  /// What the sum is divided by: the weight sum of the labels, or the count. `labels` on the host.
  /// Throws DataError on a label out of range.
  virtual double normaliser(const std::vector<std::int64_t>& labels) const = 0;
  /// What the sum over `rows` soft labels is divided by: the number of rows, as in PyTorch.
  virtual double soft_normaliser(std::int64_t rows) const { return static_cast<double>(rows); }
  virtual void to(const at::Device& device) = 0;
};

/// What a loss is made for.
struct LossRequest {
  std::vector<std::int64_t> class_counts;  ///< images of each class in the training split
};

using LossFactory =
    std::function<std::unique_ptr<Loss>(const LossRequest& request, const Node& options)>;

/// Makes `loss.name: name` mean an own loss. Call before load_config. The table's keys stand beside
/// the other keys of `loss`; null: none. Throws UsageError on a known name.
void register_loss(const std::string& name,
                   const OptionTable* table,
                   const std::string& help,
                   LossFactory factory);

}  // namespace trainer
