#include <ATen/ops/_foreach_add.h>
#include <ATen/ops/_foreach_addcdiv.h>
#include <ATen/ops/_foreach_addcmul.h>
#include <ATen/ops/_foreach_lerp.h>
#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_foreach_sqrt.h>

#include "optim/rmsprop_options.h"
#include "optim/rules.h"

namespace trainer {
namespace {

/// The order of operations is that of Python's foreach implementation: LibTorch has no fused one.
class Rmsprop final : public UpdateRule {
 public:
  explicit Rmsprop(const RmspropOptions& options) : options_(options) {}

  std::vector<std::string> slots(std::optional<double> momentum) const override {
    std::vector<std::string> names{"square_avg"};
    if (momentum.value_or(options_.momentum) > 0) names.emplace_back("momentum_buffer");
    if (options_.centered) names.emplace_back("grad_avg");
    return names;
  }

  void update(ParameterUpdate& u) const override {
    const double momentum = u.momentum.value_or(options_.momentum);
    const std::vector<at::Tensor>& square_avg = u.state[0];
    std::vector<at::Tensor> gradients = u.gradients;
    if (u.weight_decay != 0) {
      gradients = at::_foreach_add(gradients, u.parameters, u.weight_decay);
    }
    at::_foreach_mul_(square_avg, options_.alpha);
    at::_foreach_addcmul_(square_avg, gradients, gradients, 1 - options_.alpha);
    std::vector<at::Tensor> denominator;
    if (options_.centered) {
      const std::vector<at::Tensor>& grad_avg = u.state.back();
      at::_foreach_lerp_(grad_avg, gradients, 1 - options_.alpha);
      denominator = at::_foreach_addcmul(square_avg, grad_avg, grad_avg, -1);
      at::_foreach_sqrt_(denominator);
    } else {
      denominator = at::_foreach_sqrt(square_avg);
    }
    at::_foreach_add_(denominator, options_.eps);
    if (momentum > 0) {
      const std::vector<at::Tensor>& buffer = u.state[1];
      at::_foreach_mul_(buffer, momentum);
      at::_foreach_addcdiv_(buffer, gradients, denominator, 1);
      at::_foreach_add_(u.parameters, buffer, -u.lr);
    } else {
      at::_foreach_addcdiv_(u.parameters, gradients, denominator, -u.lr);
    }
  }

  HyperParameters hyperparameters(std::optional<double> momentum) const override {
    return {{"momentum", momentum.value_or(options_.momentum)},
            {"alpha", options_.alpha},
            {"eps", options_.eps},
            {"centered", options_.centered},
            {"capturable", false},
            {"foreach", std::monostate{}},
            {"maximize", false},
            {"differentiable", false}};
  }

 private:
  RmspropOptions options_;
};

}  // namespace

std::unique_ptr<UpdateRule> make_rmsprop(const Node& node) {
  return std::make_unique<Rmsprop>(read_options<RmspropOptions>(node));
}

}  // namespace trainer
