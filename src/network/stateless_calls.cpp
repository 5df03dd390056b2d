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

/// torchvision.ops.stochastic_depth, mode "row": images are dropped whole, the others grow so that
/// the mean stays.
at::Tensor stochastic_depth(const at::Tensor& x, double p) {
  std::vector<std::int64_t> rows(static_cast<std::size_t>(x.dim()), 1);
  rows[0] = x.size(0);
  at::Tensor kept = at::empty(rows, x.options()).bernoulli_(1 - p);
  if (p < 1) kept.div_(1 - p);
  return x * kept;
}

at::Tensor add(std::span<at::Tensor> inputs, bool in_place) {
  // Under autocast the two may differ in type, and an update in place would round one.
  in_place = in_place && inputs[0].scalar_type() == inputs[1].scalar_type();
  return in_place ? inputs[0].add_(inputs[1]) : inputs[0] + inputs[1];
}

/// [n, c, h, w] to [n, h, w, c]: a view, which a map in channels_last has in order.
at::Tensor channels_to_end(const at::Tensor& x) {
  return x.permute({0, 2, 3, 1});
}

at::Tensor to_map(const at::Tensor& tokens, const at::Tensor& like) {
  return tokens.reshape({tokens.size(0), like.size(2), like.size(3), tokens.size(2)})
      .permute({0, 3, 1, 2});
}

/// Calls of the nodes that have no module.
struct MakeCall {
  const torch::nn::Module& owner;
  bool in_place;

  template <class F>
  static NodeCall unary(F&& f) {
    return [f = std::forward<F>(f)](std::span<at::Tensor> inputs) { return f(inputs[0]); };
  }

  NodeCall operator()(const op::Activation& activation) const {
    if (in_place) return unary([](at::Tensor& x) { return at::relu_(x); });
    return unary([kind = activation.kind](const at::Tensor& x) { return activate(kind, x); });
  }
  NodeCall operator()(const op::Pool2d& options) const {
    return unary([options](const at::Tensor& x) { return pool(options, x); });
  }
  NodeCall operator()(const op::GlobalAvgPool&) const {
    return unary([](const at::Tensor& x) { return at::adaptive_avg_pool2d(x, {1, 1}); });
  }
  NodeCall operator()(const op::AdaptiveAvgPool2d& pool) const {
    return unary([out = std::vector<std::int64_t>{pool.out_h, pool.out_w}](const at::Tensor& x) {
      return at::adaptive_avg_pool2d(x, out);
    });
  }
  NodeCall operator()(const op::Flatten&) const {
    return unary([](const at::Tensor& x) { return x.flatten(1); });
  }
  NodeCall operator()(const op::Dropout& dropout) const {
    return unary([p = dropout.p, module = &owner](const at::Tensor& x) {
      return at::dropout(x, p, module->is_training());
    });
  }
  NodeCall operator()(const op::StochasticDepth& depth) const {
    return unary([p = depth.p, module = &owner](const at::Tensor& x) {
      return p > 0 && module->is_training() ? stochastic_depth(x, p) : x;
    });
  }
  NodeCall operator()(const op::Add&) const {
    return [may = in_place](std::span<at::Tensor> inputs) { return add(inputs, may); };
  }
  NodeCall operator()(const op::Multiply&) const {
    return [](std::span<at::Tensor> inputs) { return inputs[0] * inputs[1]; };
  }
  NodeCall operator()(const op::Concat&) const {
    return [](std::span<at::Tensor> inputs) {
      return at::cat(at::TensorList(inputs.data(), inputs.size()), 1);
    };
  }
  NodeCall operator()(const op::Tokens&) const {
    return unary([](const at::Tensor& x) { return channels_to_end(x).flatten(1, 2); });
  }
  NodeCall operator()(const op::TokensToMap&) const {
    return [](std::span<at::Tensor> inputs) { return to_map(inputs[0], inputs[1]); };
  }
  NodeCall operator()(const op::Rows&) const {
    return unary([](const at::Tensor& x) { return channels_to_end(x).flatten(2); });
  }
  NodeCall operator()(const op::SelectToken& token) const {
    return unary([at = token.index](const at::Tensor& x) { return x.select(1, at); });
  }
  template <class Other>
  NodeCall operator()(const Other&) const {
    return unary([](const at::Tensor& x) { return x; });
  }
};

}  // namespace

NodeCall stateless_call(const Operation& operation, const torch::nn::Module& owner, bool in_place) {
  return std::visit(MakeCall{owner, in_place}, operation);
}

}  // namespace trainer
