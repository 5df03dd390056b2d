#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <ATen/core/Tensor.h>

#include "optim/optimizer_options.h"
#include "weights/value.h"

namespace trainer {

using NamedTensors = std::vector<std::pair<std::string, at::Tensor>>;

/// Parameters that share options.
struct ParameterGroup {
  std::vector<std::string> names;
  std::vector<at::Tensor> parameters;
  double lr_scale = 1;
  double weight_decay = 0;
};

/// Updates parameters in place from their gradients, by LibTorch's fused kernels where they exist.
class Optimizer {
 public:
  virtual ~Optimizer() = default;
  /// One update of every group at `lr` × its lr_scale. `momentum` overrides the own one (one_cycle).
  /// `grad_scale` divides gradients, a non-zero `found_inf` skips the update; both without a host
  /// synchronisation.
  virtual void step(double lr, std::optional<double> momentum = {},
                    const std::optional<at::Tensor>& grad_scale = {},
                    const std::optional<at::Tensor>& found_inf = {}) = 0;
  /// Drops every gradient.
  void zero_grad();
  const std::vector<ParameterGroup>& groups() const { return groups_; }
  /// Python's shape: {'state': {i: {…}}, 'param_groups': [{…, 'params': [i…]}], 'param_names': […]}.
  virtual Value state() const = 0;
  /// Checks count, names, shapes and dtypes first. Throws CheckpointError.
  virtual void load_state(const Value& state) = 0;

 protected:
  std::vector<ParameterGroup> groups_;
};

/// Groups by the options (first match wins; no decay on norm and bias where asked) in Python's
/// parameter order. `decay_exempt` lists the names of norm and bias parameters.
std::vector<ParameterGroup> make_groups(const OptimizerOptions& options,
                                        const NamedTensors& parameters,
                                        const std::vector<std::string>& norm_and_bias);
std::unique_ptr<Optimizer> make_optimizer(const OptimizerOptions& options,
                                          std::vector<ParameterGroup> groups);

/// Total 2-norm over all gradients as a 0-dim tensor, and scaling down to `max_norm` where given;
/// no host synchronisation. Equals torch.nn.utils.clip_grad_norm_.
at::Tensor clip_grad_norm(const std::vector<ParameterGroup>& groups, std::optional<double> max_norm);

}  // namespace trainer
