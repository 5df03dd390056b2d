#pragma once
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <trainer/optimizer.h>

#include "optim/optimizer.h"

namespace trainer {

/// The optimizer around a rule: batches of parameters for it, layouts, skipped steps, state file.
class RuleOptimizer final : public Optimizer {
 public:
  /// `lr` stands in the state file until the first step.
  RuleOptimizer(std::unique_ptr<UpdateRule> rule, double lr, std::vector<ParameterGroup> groups);

  void step(double lr,
            std::optional<double> momentum,
            const std::optional<at::Tensor>& grad_scale,
            const std::optional<at::Tensor>& found_inf) override;
  Value state() const override;
  void load_state(const Value& state) override;

 private:
  struct ParameterState {
    at::Tensor step;  ///< undefined before the first update
    std::vector<std::pair<std::string, at::Tensor>> slots;

    at::Tensor* find(const std::string& slot);
    bool empty() const { return slots.empty() && !step.defined(); }
  };
  using States = std::vector<std::vector<ParameterState>>;  ///< [group][parameter]

  std::vector<ParameterUpdate> collect(std::size_t group, const std::vector<std::string>& slots);
  bool prepare(ParameterState& state,
               const at::Tensor& parameter,
               const std::vector<std::string>& slots) const;
  void apply(ParameterUpdate& update,
             const std::optional<at::Tensor>& grad_scale,
             const std::optional<at::Tensor>& found_inf) const;

  Value group_value(std::size_t group, std::int64_t first_index) const;
  void check_groups(const List& saved) const;
  void check_group(std::size_t group, const Value& saved) const;
  ParameterState read_entry(const Value& entry,
                            const std::string& name,
                            const at::Tensor& parameter) const;

  std::unique_ptr<UpdateRule> rule_;
  States states_;
  std::vector<double> group_lr_;    ///< of the last step
  std::optional<double> momentum_;  ///< override of the last step
};

/// Puts `before` back into `tensors` where `found_inf` is not zero, without asking the host.
void undo_where(const at::Tensor& found_inf,
                const std::vector<at::Tensor>& tensors,
                const std::vector<at::Tensor>& before);

}  // namespace trainer
