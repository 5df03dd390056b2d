#include "network/stateless_calls.h"

#include <torch/types.h>

#include <trainer/error.h>

namespace trainer {
namespace {

at::Tensor activate(op::ActivationKind kind, const at::Tensor& x) {
  switch (kind) {
    case op::ActivationKind::relu:
      return at::relu(x);
    case op::ActivationKind::gelu:
      return at::gelu(x);
    case op::ActivationKind::silu:
      return at::silu(x);
    case op::ActivationKind::hardswish:
      return at::hardswish(x);
    case op::ActivationKind::hardsigmoid:
      return at::hardsigmoid(x);
    case op::ActivationKind::sigmoid:
      return at::sigmoid(x);
    case op::ActivationKind::tanh:
      return at::tanh(x);
    case op::ActivationKind::leaky_relu:
      return at::leaky_relu(x);
  }
  throw InternalError("an activation without a rule");
}

at::Tensor pool(const op::Pool2d& pool, const at::Tensor& x) {
  const std::vector<std::int64_t> kernel{pool.kernel_h, pool.kernel_w};
  const std::vector<std::int64_t> stride{pool.stride_h, pool.stride_w};
  const std::vector<std::int64_t> padding{pool.padding_h, pool.padding_w};
  return pool.max
             ? at::max_pool2d(x, kernel, stride, padding, 1, pool.ceil_mode)
             : at::avg_pool2d(x, kernel, stride, padding, pool.ceil_mode, pool.count_include_pad);
}

/// Calls of the nodes that have no module.
struct MakeCall {
  const torch::nn::Module& owner;
  bool in_place;

  NodeCall operator()(const op::Activation& activation) const {
    if (in_place) return [](at::Tensor x, const at::Tensor&) { return at::relu_(x); };
    return [kind = activation.kind](const at::Tensor& x, const at::Tensor&) {
      return activate(kind, x);
    };
  }
  NodeCall operator()(const op::Pool2d& options) const {
    return [options](const at::Tensor& x, const at::Tensor&) { return pool(options, x); };
  }
  NodeCall operator()(const op::GlobalAvgPool&) const {
    return [](const at::Tensor& x, const at::Tensor&) {
      return at::adaptive_avg_pool2d(x, {1, 1});
    };
  }
  NodeCall operator()(const op::Flatten&) const {
    return [](const at::Tensor& x, const at::Tensor&) { return x.flatten(1); };
  }
  NodeCall operator()(const op::Dropout& dropout) const {
    return [p = dropout.p, module = &owner](const at::Tensor& x, const at::Tensor&) {
      return at::dropout(x, p, module->is_training());
    };
  }
  NodeCall operator()(const op::Add&) const {
    if (!in_place) return [](const at::Tensor& x, const at::Tensor& y) { return x + y; };
    return [](at::Tensor x, const at::Tensor& y) {
      // Under autocast the two may differ in type, and an update in place would round one.
      return x.scalar_type() == y.scalar_type() ? x.add_(y) : x + y;
    };
  }
  template <class Other>
  NodeCall operator()(const Other&) const {
    return [](at::Tensor x, const at::Tensor&) { return x; };
  }
};

}  // namespace

NodeCall stateless_call(const Operation& operation, const torch::nn::Module& owner, bool in_place) {
  return std::visit(MakeCall{owner, in_place}, operation);
}

}  // namespace trainer
