#pragma once
#include <ATen/core/Tensor.h>

namespace trainer {

/// Whether element i of both tensors, in memory order, is the same element: the fused CPU kernels
/// walk memory, not indices. Strides of dimensions of size 1 do not matter.
bool same_layout(const at::Tensor& a, const at::Tensor& b);

/// `tensor` itself, or its values laid out like `model`.
at::Tensor with_layout_of(const at::Tensor& tensor, const at::Tensor& model);

}  // namespace trainer
