#pragma once
#include <functional>
#include <span>

#include <torch/nn/module.h>

#include <trainer/network.h>

namespace trainer {

/// One node ready to run. It may take its inputs away.
using NodeCall = std::function<at::Tensor(std::span<at::Tensor> inputs)>;

/// The call of a node without parameters. `owner`, which must outlive it, says whether dropout is
/// on; `in_place` lets it overwrite its first input.
NodeCall stateless_call(const Operation& operation, const torch::nn::Module& owner, bool in_place);

}  // namespace trainer
