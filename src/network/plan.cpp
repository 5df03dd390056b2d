#include "network/plan.h"

namespace trainer {
namespace {

/// Whether the gradient of `producer` needs nothing of its own result. The result of a flatten or a
/// dropout may share its memory with another value, so those are not among them.
bool result_may_be_overwritten(const Operation& producer) {
  return std::holds_alternative<op::Conv2d>(producer) ||
         std::holds_alternative<op::BatchNorm2d>(producer) ||
         std::holds_alternative<op::Linear>(producer) ||
         std::holds_alternative<op::Add>(producer) ||
         std::holds_alternative<op::Attention>(producer);
}

bool can_overwrite(const Operation& operation) {
  const auto* activation = std::get_if<op::Activation>(&operation);
  return std::holds_alternative<op::Add>(operation) ||
         (activation != nullptr && activation->kind == op::ActivationKind::relu);
}

}  // namespace

std::vector<PlannedStep> plan_execution(const Network& network) {
  std::vector<int> uses(network.nodes.size() + 1, 0);
  for (const NetworkNode& node : network.nodes) {
    for (const int input : node.inputs) ++uses[static_cast<std::size_t>(input + 1)];
  }
  std::vector<int> left = uses;
  std::vector<PlannedStep> steps;
  steps.reserve(network.nodes.size());
  for (const NetworkNode& node : network.nodes) {
    PlannedStep step;
    for (const int input : node.inputs) {
      step.last_use.push_back(--left[static_cast<std::size_t>(input + 1)] == 0);
    }
    const int first = node.inputs.empty() ? -1 : node.inputs.front();
    step.in_place =
        first >= 0 && can_overwrite(node.operation) &&
        uses[static_cast<std::size_t>(first + 1)] == 1 &&
        result_may_be_overwritten(network.nodes[static_cast<std::size_t>(first)].operation);
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace trainer
