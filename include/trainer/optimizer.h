#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <ATen/core/Tensor.h>

#include <trainer/options.h>

namespace trainer {

/// What a rule updates in one call: parameters of one group, of one dtype and device, each with its
/// gradient and state. All tensors that belong to a parameter have its strides.
struct ParameterUpdate {
  std::vector<at::Tensor> parameters;
  std::vector<at::Tensor> gradients;
  std::vector<std::vector<at::Tensor>> state;  ///< [slot][parameter], slots as `slots` named them
  std::vector<at::Tensor> steps;   ///< 0-dim float32, this update included; empty without counting
  bool first = false;              ///< the state was made, all zeros, for this very update
  double lr = 0;                   ///< of the group
  double weight_decay = 0;         ///< of the group
  std::optional<double> momentum;  ///< in place of the rule's own (one_cycle)
  /// Only for rules that take them: what gradients are to be divided by, and a non-zero to skip.
  std::optional<at::Tensor> grad_scale, found_inf;
};

/// A named value for `param_groups` of optimizer.pt; monostate is None, the pair a tuple.
using HyperValue =
    std::variant<std::monostate, bool, std::int64_t, double, std::pair<double, double>>;
using HyperParameters = std::vector<std::pair<std::string, HyperValue>>;

/// How an optimizer changes parameters. Grouping, layouts, frozen parameters, skipped steps and the
/// state file are the library's; a rule is the formula.
class UpdateRule {
 public:
  virtual ~UpdateRule() = default;
  /// Names of the state tensors that each parameter has, shaped like it and zero at first.
  /// `momentum` is the override of the step, where there is one.
  virtual std::vector<std::string> slots(std::optional<double> momentum) const = 0;
  /// Whether each parameter counts its updates.
  virtual bool counts_steps() const { return true; }
  /// Whether `update` handles grad_scale and found_inf itself, as the fused kernels do. Otherwise
  /// gradients come divided, and skipped updates are undone.
  virtual bool takes_grad_scale() const { return false; }
  /// Changes parameters and state in place; gradients may be overwritten. Runs without autograd.
  virtual void update(ParameterUpdate& update) const = 0;
  /// What else Python's optimizer of this kind keeps in `param_groups`.
  virtual HyperParameters hyperparameters(std::optional<double> momentum) const;
};

using UpdateRuleFactory = std::function<std::unique_ptr<UpdateRule>(const Node& options)>;

/// Makes `optimizer.name: name` mean an own optimizer. Call before load_config. The table's keys
/// stand beside the other keys of `optimizer`; null: none. Throws UsageError on a known name.
void register_optimizer(const std::string& name,
                        const OptionTable* table,
                        const std::string& help,
                        UpdateRuleFactory factory);

}  // namespace trainer
