#include "optim/rule_optimizer.h"

#include <ATen/ops/_foreach_add.h>
#include <ATen/ops/_foreach_mul.h>
#include <ATen/ops/_foreach_sub.h>
#include <ATen/ops/where.h>
#include <ATen/ops/zeros.h>
#include <ATen/ops/zeros_like.h>
#include <c10/core/GradMode.h>

#include <trainer/error.h>

#include "base/text.h"
#include "optim/layout.h"

namespace trainer {
namespace {

bool belongs(const ParameterUpdate& update, const at::Tensor& parameter, bool first) {
  const at::Tensor& member = update.parameters.front();
  return update.first == first && member.scalar_type() == parameter.scalar_type() &&
         member.device() == parameter.device();
}

/// Runs a rule that knows nothing of skipped steps.
void update_unless(const UpdateRule& rule, ParameterUpdate& update, const at::Tensor& found_inf) {
  if (found_inf.device().is_cpu()) {
    if (found_inf.item<float>() == 0) rule.update(update);
    return;
  }
  std::vector<at::Tensor> changed = update.parameters;
  for (const auto& slot : update.state) changed.insert(changed.end(), slot.begin(), slot.end());
  std::vector<at::Tensor> before;
  for (const at::Tensor& tensor : changed) before.push_back(tensor.clone());
  rule.update(update);
  undo_where(found_inf, changed, before);
}

}  // namespace

HyperParameters UpdateRule::hyperparameters(std::optional<double>) const {
  return {};
}

void undo_where(const at::Tensor& found_inf,
                const std::vector<at::Tensor>& tensors,
                const std::vector<at::Tensor>& before) {
  const at::Tensor skipped = found_inf.ne(0);
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    tensors[i].copy_(at::where(skipped, before[i], tensors[i]));
  }
}

RuleOptimizer::RuleOptimizer(std::unique_ptr<UpdateRule> rule,
                             double lr,
                             std::vector<ParameterGroup> groups)
    : rule_(std::move(rule)) {
  groups_ = std::move(groups);
  for (const ParameterGroup& group : groups_) {
    TRAINER_ASSERT(group.names.size() == group.parameters.size(), "one name a parameter");
    for (std::size_t i = 0; i < group.parameters.size(); ++i) {
      if (!group.parameters[i].is_non_overlapping_and_dense()) {
        throw UsageError(concat("parameter ",
                                printable(group.names[i]),
                                " is a view with gaps or overlaps; expected dense memory"));
      }
    }
    states_.emplace_back(group.parameters.size());
    group_lr_.push_back(lr * group.lr_scale);
  }
}

at::Tensor* RuleOptimizer::ParameterState::find(const std::string& slot) {
  for (auto& [name, tensor] : slots) {
    if (name == slot) return &tensor;
  }
  return nullptr;
}

/// Makes what is missing; true when a slot was.
bool RuleOptimizer::prepare(ParameterState& state,
                            const at::Tensor& parameter,
                            const std::vector<std::string>& slots) const {
  bool made = false;
  for (const std::string& slot : slots) {
    if (at::Tensor* tensor = state.find(slot)) {
      *tensor = with_layout_of(*tensor, parameter);
    } else {
      state.slots.emplace_back(slot, at::zeros_like(parameter).detach());
      made = true;
    }
  }
  if (rule_->counts_steps() && !state.step.defined()) {
    state.step = at::zeros({}, parameter.options().dtype(at::kFloat).requires_grad(false));
  }
  return made;
}

std::vector<ParameterUpdate> RuleOptimizer::collect(std::size_t group,
                                                    const std::vector<std::string>& slots) {
  std::vector<ParameterUpdate> updates;
  for (std::size_t i = 0; i < groups_[group].parameters.size(); ++i) {
    const at::Tensor& parameter = groups_[group].parameters[i];
    const at::Tensor& gradient = parameter.grad();
    if (!gradient.defined()) continue;
    ParameterState& state = states_[group][i];
    const bool first = prepare(state, parameter, slots);
    auto update = updates.begin();
    while (update != updates.end() && !belongs(*update, parameter, first)) ++update;
    if (update == updates.end()) {
      update = updates.emplace(update);
      update->first = first;
      update->state.resize(slots.size());
    }
    update->parameters.push_back(parameter);
    update->gradients.push_back(with_layout_of(gradient, parameter));
    for (std::size_t s = 0; s < slots.size(); ++s) {
      update->state[s].push_back(*state.find(slots[s]));
    }
    if (state.step.defined()) update->steps.push_back(state.step);
  }
  return updates;
}

void RuleOptimizer::step(double lr,
                         std::optional<double> momentum,
                         const std::optional<at::Tensor>& grad_scale,
                         const std::optional<at::Tensor>& found_inf) {
  const at::NoGradGuard no_grad;
  const std::vector<std::string> slots = rule_->slots(momentum);
  momentum_ = momentum;
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    group_lr_[g] = lr * groups_[g].lr_scale;
    for (ParameterUpdate& update : collect(g, slots)) {
      update.lr = group_lr_[g];
      update.weight_decay = groups_[g].weight_decay;
      update.momentum = momentum;
      apply(update, grad_scale, found_inf);
    }
  }
}

void RuleOptimizer::apply(ParameterUpdate& update,
                          const std::optional<at::Tensor>& grad_scale,
                          const std::optional<at::Tensor>& found_inf) const {
  const at::Device device = update.parameters.front().device();
  const auto local = [&](const std::optional<at::Tensor>& tensor) -> std::optional<at::Tensor> {
    if (!tensor) return {};
    return tensor->reshape({}).to(device, at::kFloat);
  };
  const std::optional<at::Tensor> scale = local(grad_scale);
  const std::optional<at::Tensor> skip = local(found_inf);
  if (!update.steps.empty()) at::_foreach_add_(update.steps, 1);
  if (rule_->takes_grad_scale()) {
    update.grad_scale = scale;
    update.found_inf = skip;
    rule_->update(update);
  } else {
    if (scale) {
      update.gradients =
          at::_foreach_mul(update.gradients, scale->to(at::kDouble).reciprocal().to(at::kFloat));
    }
    if (skip) {
      update_unless(*rule_, update, *skip);
    } else {
      rule_->update(update);
    }
  }
  // The kernels need the count of this step before they know whether it is skipped.
  if (skip && !update.steps.empty()) {
    at::_foreach_sub_(update.steps, std::vector<at::Tensor>(update.steps.size(), *skip));
  }
}

}  // namespace trainer
