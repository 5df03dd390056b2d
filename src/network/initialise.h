#pragma once
#include <ATen/core/Tensor.h>

#include <trainer/network.h>

namespace trainer {

/// Starts a parameter anew by the rule, drawing from torch's default generator; `default_module`
/// leaves what LibTorch's module drew for itself.
void initialise(at::Tensor parameter, Init init);

}  // namespace trainer
