#include "optim/layout.h"

#include <ATen/ops/empty_like.h>

namespace trainer {

bool same_layout(const at::Tensor& a, const at::Tensor& b) {
  if (a.sizes() != b.sizes()) return false;
  for (std::int64_t i = 0; i < a.dim(); ++i) {
    if (a.size(i) > 1 && a.stride(i) != b.stride(i)) return false;
  }
  return true;
}

at::Tensor with_layout_of(const at::Tensor& tensor, const at::Tensor& model) {
  if (same_layout(tensor, model)) return tensor;
  return at::empty_like(model, tensor.options()).copy_(tensor);
}

}  // namespace trainer
