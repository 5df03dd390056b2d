#include <ATen/ops/_fused_adam.h>
#include <ATen/ops/_fused_adamw.h>

#include "optim/adam_options.h"
#include "optim/rules.h"

namespace trainer {
namespace {

class Adam final : public UpdateRule {
 public:
  Adam(const AdamOptions& options, bool decoupled) : options_(options), decoupled_(decoupled) {}

  std::vector<std::string> slots(std::optional<double>) const override {
    if (options_.amsgrad) return {"exp_avg", "exp_avg_sq", "max_exp_avg_sq"};
    return {"exp_avg", "exp_avg_sq"};
  }
  bool takes_grad_scale() const override { return true; }

  void update(ParameterUpdate& u) const override {
    const auto run = [&](auto kernel) {
      kernel(u.parameters,
             u.gradients,
             u.state[0],
             u.state[1],
             options_.amsgrad ? u.state[2] : std::vector<at::Tensor>{},
             u.steps,
             u.lr,
             u.momentum.value_or(options_.betas[0]),
             options_.betas[1],
             u.weight_decay,
             options_.eps,
             options_.amsgrad,
             /*maximize=*/false,
             u.grad_scale,
             u.found_inf);
    };
    if (decoupled_) {
      run([](auto&&... a) { at::_fused_adamw_(a...); });
    } else {
      run([](auto&&... a) { at::_fused_adam_(a...); });
    }
  }

  HyperParameters hyperparameters(std::optional<double> momentum) const override {
    return {{"betas", std::pair(momentum.value_or(options_.betas[0]), options_.betas[1])},
            {"eps", options_.eps},
            {"amsgrad", options_.amsgrad},
            {"maximize", false},
            {"foreach", std::monostate{}},
            {"capturable", false},
            {"differentiable", false},
            {"fused", std::monostate{}},
            {"decoupled_weight_decay", decoupled_}};
  }

 private:
  AdamOptions options_;
  bool decoupled_;
};

}  // namespace

std::unique_ptr<UpdateRule> make_adam(const Node& node) {
  return std::make_unique<Adam>(read_options<AdamOptions>(node), false);
}

std::unique_ptr<UpdateRule> make_adamw(const Node& node) {
  return std::make_unique<Adam>(read_options<AdamOptions>(node), true);
}

}  // namespace trainer
