#include "network/executor.h"

#include <algorithm>

#include <torch/nn/modules/batchnorm.h>

#include "network/input_check.h"
#include "network/module_tree.h"
#include "network/plan.h"
#include "network/stateless_calls.h"

namespace trainer {
struct NetworkModule::Impl {
  Network network;
  std::vector<PlannedStep> plan;
  std::vector<NodeCall> calls;
  std::map<std::string, NodeModule> tree;
  std::vector<std::shared_ptr<torch::nn::Module>> frozen_norms;

  explicit Impl(Network described) : network(std::move(described)), plan(plan_execution(network)) {}

  /// The value that node `i` reads as its input `k`; given away where no one reads it again.
  at::Tensor take(std::vector<at::Tensor>& values, std::size_t i, std::size_t k) const {
    at::Tensor& value = values[static_cast<std::size_t>(network.nodes[i].inputs[k] + 1)];
    return plan[i].last_use[k] ? std::move(value) : value;
  }
};

NetworkModule::NetworkModule(Network network)
    : torch::nn::Module("Network"), impl_(std::make_unique<Impl>(std::move(network))) {
  impl_->tree = build_module_tree(*this, impl_->network);
  for (std::size_t i = 0; i < impl_->network.nodes.size(); ++i) {
    const NetworkNode& node = impl_->network.nodes[i];
    const auto made = impl_->tree.find(node.name);
    impl_->calls.push_back(
        made != impl_->tree.end()
            ? NodeCall([&forward = made->second.forward](std::span<at::Tensor> inputs) {
                return forward(std::move(inputs[0]));
              })
            : stateless_call(node.operation, *this, impl_->plan[i].in_place));
  }
}

NetworkModule::~NetworkModule() = default;

at::Tensor NetworkModule::forward(at::Tensor images) {
  const auto sizes = images.sizes();
  check_input(impl_->network, sizes.empty() ? Shape{} : Shape(sizes.begin() + 1, sizes.end()));
  std::vector<at::Tensor> values(impl_->network.nodes.size() + 1);
  values.front() = std::move(images);
  for (std::size_t i = 0; i < impl_->calls.size(); ++i) {
    // Emptied after each node: what no one reads again is freed here.
    std::vector<at::Tensor> inputs;
    for (std::size_t k = 0; k < impl_->plan[i].last_use.size(); ++k) {
      inputs.push_back(impl_->take(values, i, k));
    }
    values[i + 1] = impl_->calls[i](inputs);
  }
  return values.back();
}

const Network& NetworkModule::network() const {
  return impl_->network;
}

void NetworkModule::train(bool on) {
  torch::nn::Module::train(on);
  // A nameless module of one's own is no child: its parts are.
  const auto whole = impl_->tree.find("");
  if (whole != impl_->tree.end()) whole->second.module->train(on);
  for (const auto& norm : impl_->frozen_norms) norm->eval();
}

void NetworkModule::hold_frozen_norms() {
  impl_->frozen_norms.clear();
  for (const auto& child : modules(/*include_self=*/false)) {
    if (child->as<torch::nn::BatchNorm2d>() == nullptr &&
        child->as<torch::nn::BatchNorm1d>() == nullptr &&
        child->as<torch::nn::BatchNorm3d>() == nullptr) {
      continue;
    }
    const std::vector<at::Tensor> own = child->parameters(/*recurse=*/false);
    const auto trained = [](const at::Tensor& parameter) { return parameter.requires_grad(); };
    if (!own.empty() && std::none_of(own.begin(), own.end(), trained)) {
      impl_->frozen_norms.push_back(child);
      child->eval();
    }
  }
}

}  // namespace trainer
