#include "network/rules.h"

#include <algorithm>

namespace trainer {

std::vector<std::string> batch_norm_on_single_value(const Network& network) {
  std::vector<std::string> names;
  for (const NetworkNode& node : network.nodes) {
    if (std::holds_alternative<op::BatchNorm2d>(node.operation) && node.output[1] == 1 &&
        node.output[2] == 1) {
      names.push_back(node.name);
    }
  }
  return names;
}

bool channels_last_by_rule(const Network& network, std::string_view device_type) {
  if (device_type != "cpu" && device_type != "cuda") return false;
  return std::any_of(network.nodes.begin(), network.nodes.end(), [](const NetworkNode& node) {
    return std::holds_alternative<op::Conv2d>(node.operation);
  });
}

}  // namespace trainer
