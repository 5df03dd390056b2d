#include <ATen/ops/_fused_sgd.h>

#include <trainer/error.h>

#include "base/text.h"
#include "config/mistakes.h"
#include "optim/rules.h"
#include "optim/sgd_options.h"

namespace trainer {
namespace {

class Sgd final : public UpdateRule {
 public:
  explicit Sgd(const SgdOptions& options) : options_(options) {}

  std::vector<std::string> slots(std::optional<double> momentum) const override {
    if (momentum.value_or(options_.momentum) == 0) return {};
    return {"momentum_buffer"};
  }
  bool counts_steps() const override { return false; }
  bool takes_grad_scale() const override { return true; }

  void update(ParameterUpdate& u) const override {
    const double momentum = u.momentum.value_or(options_.momentum);
    // `first` keeps dampening from the first gradient. A first step that found_inf skips counts all
    // the same: only the device knows of it.
    at::_fused_sgd_(u.parameters,
                    u.gradients,
                    u.state.empty() ? std::vector<at::Tensor>{} : u.state[0],
                    u.weight_decay,
                    momentum,
                    u.lr,
                    options_.dampening,
                    options_.nesterov,
                    /*maximize=*/false,
                    u.first,
                    u.grad_scale,
                    u.found_inf);
  }

  HyperParameters hyperparameters(std::optional<double> momentum) const override {
    return {{"momentum", momentum.value_or(options_.momentum)},
            {"dampening", options_.dampening},
            {"nesterov", options_.nesterov},
            {"maximize", false},
            {"foreach", std::monostate{}},
            {"differentiable", false},
            {"fused", std::monostate{}}};
  }

 private:
  SgdOptions options_;
};

}  // namespace

std::unique_ptr<UpdateRule> make_sgd(const Node& node) {
  const auto options = read_options<SgdOptions>(node);
  if (options.nesterov && (options.momentum <= 0 || options.dampening != 0)) {
    const Node* written = node.find("nesterov");
    const Position at = written ? written->position : node.position;
    throw ConfigError(mistake_at(at,
                                 "optimizer.nesterov",
                                 concat("Nesterov's momentum needs momentum above 0 and no "
                                        "dampening, found momentum ",
                                        number_text(options.momentum),
                                        " and dampening ",
                                        number_text(options.dampening)),
                                 "set optimizer.momentum, say to 0.9"));
  }
  return std::make_unique<Sgd>(options);
}

}  // namespace trainer
