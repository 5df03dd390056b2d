#include <ATen/TensorOperators.h>
#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_foreach_norm.h>
#include <ATen/ops/isfinite.h>
#include <ATen/ops/linalg_vector_norm.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/zeros.h>
#include <c10/core/GradMode.h>

#include "optim/optimizer.h"

namespace trainer {
namespace {

/// Gradients of one device and dtype.
using Bucket = std::vector<at::Tensor>;

std::vector<Bucket> gradient_buckets(const std::vector<ParameterGroup>& groups) {
  std::vector<Bucket> buckets;
  for (const ParameterGroup& group : groups) {
    for (const at::Tensor& parameter : group.parameters) {
      const at::Tensor& gradient = parameter.grad();
      if (!gradient.defined()) continue;
      auto bucket = buckets.begin();
      while (bucket != buckets.end() && (bucket->front().device() != gradient.device() ||
                                         bucket->front().scalar_type() != gradient.scalar_type())) {
        ++bucket;
      }
      if (bucket == buckets.end()) bucket = buckets.emplace(bucket);
      bucket->push_back(gradient);
    }
  }
  return buckets;
}

}  // namespace

void Optimizer::zero_grad() {
  for (const ParameterGroup& group : groups_) {
    for (const at::Tensor& parameter : group.parameters) parameter.mutable_grad().reset();
  }
}

at::Tensor clip_grad_norm(const std::vector<ParameterGroup>& groups,
                          std::optional<double> max_norm) {
  const at::NoGradGuard no_grad;
  const std::vector<Bucket> buckets = gradient_buckets(groups);
  if (buckets.empty()) return at::zeros({});
  const at::Device device = buckets.front().front().device();
  std::vector<at::Tensor> norms;
  for (const Bucket& bucket : buckets) {
    for (const at::Tensor& norm : at::_foreach_norm(bucket, 2)) norms.push_back(norm.to(device));
  }
  const at::Tensor total = at::linalg_vector_norm(at::stack(norms), 2);
  if (max_norm) {
    // Multiplied also where the factor is 1, as in Python: reading it would stop the device.
    const at::Tensor factor = (*max_norm / (total + 1e-6)).clamp_max(1.0);
    for (const Bucket& bucket : buckets) {
      at::_foreach_mul_(bucket, factor.to(bucket.front().device()));
    }
  }
  return total;
}

at::Tensor find_non_finite(const at::Tensor& grad_norm, const at::Tensor& loss) {
  const at::NoGradGuard no_grad;
  const at::Tensor finite_loss = at::isfinite(loss.detach()).to(grad_norm.device());
  return at::isfinite(grad_norm).logical_and(finite_loss).logical_not().to(at::kFloat).reshape({});
}

}  // namespace trainer
