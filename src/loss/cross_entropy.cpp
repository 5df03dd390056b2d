#include "loss/cross_entropy.h"

#include <ATen/core/Reduction.h>
#include <ATen/ops/cross_entropy_loss.h>
#include <ATen/ops/tensor.h>

#include <trainer/error.h>

#include "base/text.h"
#include "loss/loss_options.h"

namespace trainer {
namespace {

class CrossEntropy final : public Loss {
 public:
  CrossEntropy(std::int64_t classes, double smoothing, std::vector<double> weights)
      : classes_(classes), smoothing_(smoothing), host_weights_(std::move(weights)) {
    if (host_weights_.empty()) return;
    weights_ = at::tensor(host_weights_, at::kFloat);
    // The normaliser sums what the kernel uses, not what was written.
    for (double& weight : host_weights_) weight = static_cast<double>(static_cast<float>(weight));
  }

  at::Tensor sum(const at::Tensor& logits, const at::Tensor& labels) const override {
    check_classes(logits);
    if (labels.dim() == 1 && labels.device().is_cpu()) check_labels(labels);
    return at::cross_entropy_loss(
        logits, labels, weights_, at::Reduction::Sum, kNoIgnoredLabel, smoothing_);
  }

  double normaliser(const std::vector<std::int64_t>& labels) const override {
    double total = 0;
    for (const std::int64_t label : labels) {
      check_label(label);
      total += host_weights_.empty() ? 1.0 : host_weights_[static_cast<std::size_t>(label)];
    }
    return total;
  }

  void to(const at::Device& device) override {
    if (weights_.defined()) weights_ = weights_.to(device);
  }

 private:
  static constexpr std::int64_t kNoIgnoredLabel = -100;

  void check_classes(const at::Tensor& logits) const {
    if (logits.dim() == 2 && logits.size(1) == classes_) return;
    throw InternalError(concat("the loss expected logits [n, ",
                               classes_,
                               "], found ",
                               logits.dim(),
                               " dimensions, the last of size ",
                               logits.dim() > 0 ? logits.size(-1) : std::int64_t{0}));
  }
  void check_labels(const at::Tensor& labels) const {
    const at::Tensor dense = labels.contiguous();
    const auto* values = dense.const_data_ptr<std::int64_t>();
    for (std::int64_t i = 0; i < dense.numel(); ++i) check_label(values[i]);
  }
  void check_label(std::int64_t label) const {
    if (label >= 0 && label < classes_) return;
    throw DataError(concat("expected labels from 0 to ",
                           classes_ - 1,
                           " (",
                           counted(classes_, "class", "classes"),
                           "), found label ",
                           label));
  }

  std::int64_t classes_;
  double smoothing_;
  std::vector<double> host_weights_;
  at::Tensor weights_;
};

}  // namespace

std::unique_ptr<Loss> make_cross_entropy(const LossRequest& request, const Node& node) {
  const auto options = read_options<CrossEntropyOptions>(node);
  const Node* written = node.find("class_weights");
  auto weights = class_weights(
      options.class_weights, request.class_counts, written ? written->position : node.position);
  return std::make_unique<CrossEntropy>(static_cast<std::int64_t>(request.class_counts.size()),
                                        options.label_smoothing,
                                        std::move(weights));
}

}  // namespace trainer
