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
  /// One update of every group at `lr` × its lr_scale. `momentum` overrides the own one (one_cycle;
  /// beta1 of Adam). `grad_scale` divides gradients, a non-zero `found_inf` (0-dim or [1] float32)
  /// skips the update; both without a host synchronisation. Parameters without gradient are left
  /// out, as in Python.
  virtual void step(double lr,
                    std::optional<double> momentum = {},
                    const std::optional<at::Tensor>& grad_scale = {},
                    const std::optional<at::Tensor>& found_inf = {}) = 0;
  /// Drops every gradient.
  void zero_grad();
  const std::vector<ParameterGroup>& groups() const { return groups_; }
  /// Python's shape: {'state': {i: {…}}, 'param_groups': [{…, 'param_names': […], 'params':
  /// [i…]}]}, parameters numbered through the groups. Tensors on the CPU are shared with the
  /// optimizer: write or copy them before the next step.
  virtual Value state() const = 0;
  /// Checks count, names, shapes and dtypes first. Throws CheckpointError. Rates and other options
  /// stay those of the configuration.
  virtual void load_state(const Value& state) = 0;

 protected:
  std::vector<ParameterGroup> groups_;
};

/// Groups by the options (first match wins; no decay on norm and bias where asked, whatever their
/// group) in Python's parameter order: groups in the order of their first parameter, the parameters
/// of each in the order given. `norm_and_bias` lists the names of norm and bias parameters. Throws
/// ConfigError for a pattern that gets no parameter.
std::vector<ParameterGroup> make_groups(const OptimizerOptions& options,
                                        const NamedTensors& parameters,
                                        const std::vector<std::string>& norm_and_bias);
/// Throws ConfigError when the method's options contradict each other.
std::unique_ptr<Optimizer> make_optimizer(const OptimizerOptions& options,
                                          std::vector<ParameterGroup> groups);

/// Total 2-norm over all gradients as a 0-dim tensor, and scaling down to `max_norm` where given;
/// no host synchronisation. Equals torch.nn.utils.clip_grad_norm_.
at::Tensor clip_grad_norm(const std::vector<ParameterGroup>& groups,
                          std::optional<double> max_norm);

/// 1 when the gradient norm or the loss is NaN or infinite, else 0: a 0-dim float32 on the device
/// of the norm, to be handed to `step` as `found_inf` or read by the host. No synchronisation.
at::Tensor find_non_finite(const at::Tensor& grad_norm, const at::Tensor& loss);

}  // namespace trainer
