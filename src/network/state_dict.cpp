#include <algorithm>

#include "base/text.h"
#include "network/executor.h"
#include "network/parameter_names.h"

namespace trainer {

std::vector<std::pair<std::string, at::Tensor>> state_dict(const torch::nn::Module& module) {
  std::vector<std::pair<std::string, at::Tensor>> entries;
  for (const auto& parameter : module.named_parameters(/*recurse=*/false)) {
    entries.emplace_back(parameter.key(), parameter.value());
  }
  for (const auto& buffer : module.named_buffers(/*recurse=*/false)) {
    entries.emplace_back(buffer.key(), buffer.value());
  }
  for (const auto& child : module.named_children()) {
    for (auto& [name, tensor] : state_dict(*child.value())) {
      entries.emplace_back(concat(child.key(), ".", name), std::move(tensor));
    }
  }
  return entries;
}

std::vector<std::string> norm_and_bias_names(const NetworkModule& module) {
  const std::vector<std::string> described = norm_and_bias_names(module.network());
  const std::vector<std::string> known = parameter_names(module.network());
  const auto contains = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  std::vector<std::string> names;
  for (const auto& parameter : module.named_parameters()) {
    const bool exempt = contains(known, parameter.key()) ? contains(described, parameter.key())
                                                         : parameter.value().dim() <= 1;
    if (exempt) names.push_back(parameter.key());
  }
  return names;
}

}  // namespace trainer
