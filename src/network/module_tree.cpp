#include "network/module_tree.h"

#include "network/initialise.h"

namespace trainer {
namespace {

/// The user's module seen as if it were `root` itself: the same tensors under the same names.
void graft(torch::nn::Module& root, const torch::nn::Module& own) {
  for (const auto& parameter : own.named_parameters(/*recurse=*/false)) {
    root.register_parameter(parameter.key(), parameter.value(), parameter.value().requires_grad());
  }
  for (const auto& buffer : own.named_buffers(/*recurse=*/false)) {
    root.register_buffer(buffer.key(), buffer.value());
  }
  for (const auto& child : own.named_children()) root.register_module(child.key(), child.value());
}

using Containers = std::map<std::string, std::shared_ptr<torch::nn::Module>>;

/// The module around `path`, made where it is missing, and the last part of the path.
std::pair<torch::nn::Module*, std::string> parent_of(torch::nn::Module& root,
                                                     const std::string& path,
                                                     Containers& containers) {
  torch::nn::Module* parent = &root;
  std::size_t start = 0;
  for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', start)) {
    std::shared_ptr<torch::nn::Module>& container = containers[path.substr(0, dot)];
    if (container == nullptr) {
      container = parent->register_module(path.substr(start, dot - start),
                                          std::make_shared<torch::nn::Module>("Container"));
    }
    parent = container.get();
    start = dot + 1;
  }
  return {parent, path.substr(start)};
}

void register_node(torch::nn::Module& root,
                   const std::string& path,
                   const NodeModule& made,
                   Containers& containers) {
  const auto [parent, name] = parent_of(root, path, containers);
  if (made.parameter.defined()) {
    parent->register_parameter(name, made.parameter);
  } else {
    parent->register_module(name, made.module);
  }
}

void apply_init(const NetworkNode& node, const NodeModule& made) {
  if (made.parameter.defined()) {
    initialise(made.parameter, node.weight_init);
    return;
  }
  for (const auto& parameter : made.module->named_parameters(/*recurse=*/false)) {
    initialise(parameter.value(), parameter.key() == "bias" ? node.bias_init : node.weight_init);
  }
}

}  // namespace

std::map<std::string, NodeModule> build_module_tree(torch::nn::Module& root,
                                                    const Network& network) {
  std::map<std::string, const NetworkNode*> nodes;
  for (const NetworkNode& node : network.nodes) nodes[node.name] = &node;
  Containers containers;
  std::map<std::string, NodeModule> tree;
  for (const std::string& name : network.registration) {
    NodeModule made = make_node_module(nodes.at(name)->operation);
    if (name.empty()) {
      graft(root, *made.module);
    } else {
      register_node(root, name, made, containers);
    }
    tree[name] = std::move(made);
  }
  // A second pass, as torchvision's models have it: the first has already drawn every default, so
  // the generator stands where Python's does.
  for (const std::string& name : network.registration) {
    if (!std::holds_alternative<op::Opaque>(nodes.at(name)->operation)) {
      apply_init(*nodes.at(name), tree.at(name));
    }
  }
  return tree;
}

}  // namespace trainer
