#include <algorithm>
#include <limits>

#include <trainer/network.h>

#include "base/text.h"
#include "network/node_facts.h"
#include "network/plan.h"

namespace trainer {
namespace {

constexpr std::int64_t kFloatBytes = 4;

std::int64_t add(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::int64_t>::max() : sum;
}

/// Whether the node's value has memory of its own.
bool allocates(const NetworkNode& node, const PlannedStep& step) {
  return !step.in_place && !std::holds_alternative<op::Flatten>(node.operation) &&
         !std::holds_alternative<op::SelectToken>(node.operation) &&
         !std::holds_alternative<op::Identity>(node.operation);
}

}  // namespace

std::string shape_text(const Shape& shape) {
  std::vector<std::string> extents;
  extents.reserve(shape.size());
  for (const std::int64_t extent : shape) extents.push_back(concat(extent));
  return join(extents, "x");
}

std::int64_t Network::parameter_count() const {
  std::int64_t count = 0;
  for (const NetworkNode& node : nodes) count = add(count, trainer::parameter_count(node));
  return count;
}

std::int64_t Network::flops() const {
  std::int64_t count = 0;
  for (const NetworkNode& node : nodes) count = add(count, trainer::flops(node));
  return count;
}

std::int64_t Network::activation_bytes() const {
  const std::vector<PlannedStep> steps = plan_execution(*this);
  std::int64_t elements = element_count(input);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (allocates(nodes[i], steps[i])) elements = add(elements, element_count(nodes[i].output));
  }
  return element_count({elements, kFloatBytes});
}

bool Network::has_opaque() const {
  return std::any_of(nodes.begin(), nodes.end(), [](const NetworkNode& node) {
    return std::holds_alternative<op::Opaque>(node.operation);
  });
}

}  // namespace trainer
