#pragma once
#include <ATen/core/Tensor.h>

#include "weights/value.h"

namespace trainer {

/// The tensor's values on the host. A contiguous CPU tensor shares its memory and sees later
/// changes; anything else is copied. Throws CheckpointError for a dtype that `.pt` files of this
/// project do not hold.
HostTensor to_host(const at::Tensor& tensor);
/// An own copy on the CPU, with the same dtype and shape (0-dim stays 0-dim).
at::Tensor from_host(const HostTensor& tensor);

at::ScalarType scalar_type(DType type);
/// Throws CheckpointError for a type without counterpart.
DType host_dtype(at::ScalarType type);

}  // namespace trainer
