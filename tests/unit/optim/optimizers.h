#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <ATen/Functions.h>
#include <ATen/Parallel.h>
#include <ATen/TensorOperators.h>

#include "optim/optimizer.h"
#include "unit/optim/component.h"

namespace trainer::test {

/// Tensors of a few numbers: a second thread would only be waited for.
inline const bool kOneThread = (at::set_num_threads(1), true);

/// A leaf that wants gradients.
inline at::Tensor leaf(const at::Tensor& values) {
  return values.detach().requires_grad_();
}

/// A gradient that depends on step and parameter alone.
inline at::Tensor gradient(const at::Tensor& like, int step) {
  const at::Tensor flat = at::arange(like.numel(), at::kFloat).reshape(like.sizes());
  return (flat * 0.7 + step).sin();
}

inline void set_gradient(const at::Tensor& parameter, const at::Tensor& values) {
  parameter.mutable_grad() = values;
}

inline at::Tensor start_values(at::IntArrayRef shape) {
  std::int64_t count = 1;
  for (const std::int64_t size : shape) count *= size;
  return (at::arange(count, at::kFloat) * 0.3).cos().reshape(shape);
}

/// One group of these parameters, called p0, p1, …
inline std::vector<ParameterGroup> one_group(const std::vector<at::Tensor>& parameters,
                                             double weight_decay = 0) {
  ParameterGroup group;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    group.names.push_back("p" + std::to_string(i));
  group.parameters = parameters;
  group.weight_decay = weight_decay;
  return {group};
}

inline std::unique_ptr<Optimizer> optimizer(const std::string& name,
                                            std::vector<ParameterGroup> groups,
                                            const std::map<std::string, std::string>& keys = {}) {
  OptimizerOptions options;
  options.lr = 0.01;
  options.method = component(optimizer_catalog(), name, keys);
  return make_optimizer(options, std::move(groups));
}

/// Every built-in optimizer with each kind of state.
struct Recipe {
  std::string name;
  std::map<std::string, std::string> keys;
};
inline std::vector<Recipe> recipes() {
  return {{"sgd", {}},
          {"sgd", {{"momentum", "0.9"}}},
          {"sgd", {{"momentum", "0.9"}, {"nesterov", "true"}}},
          {"sgd", {{"momentum", "0.9"}, {"dampening", "0.5"}}},
          {"adam", {}},
          {"adam", {{"amsgrad", "true"}}},
          {"adamw", {{"betas", "[0.8, 0.99]"}}},
          {"adamw", {{"amsgrad", "true"}}},
          {"rmsprop", {}},
          {"rmsprop", {{"momentum", "0.9"}, {"centered", "true"}}}};
}

}  // namespace trainer::test
