#pragma once
#include <optional>
#include <string>
#include <vector>

#include <trainer/options.h>

namespace trainer {

struct GroupOptions {
  std::string match;  ///< glob of parameter names
  double lr_scale = 1;
  std::optional<double> weight_decay;  ///< none: the optimizer's
  Position position{};                 ///< where the group was written
  static const OptionTable& options();
};

struct OptimizerOptions {
  Component method;  ///< `name` and its own keys (momentum, betas, …)
  double lr = 0.1;
  double weight_decay = 0;
  bool decay_norm_and_bias = true;
  std::vector<GroupOptions> groups;
  static const OptionTable& options();
};

const Catalog& optimizer_catalog();

namespace detail {
/// For registration only.
Catalog& writable_optimizer_catalog();
}  // namespace detail

}  // namespace trainer
