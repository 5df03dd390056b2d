#include "network/module_tree.h"

#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/linear.h>

#include <trainer/error.h>
#include <trainer/module.h>

#include "base/text.h"
#include "network/initialise.h"

namespace trainer {
namespace {

template <class M>
TreeModule wrapped(std::shared_ptr<M> module) {
  M* call = module.get();
  return {std::move(module), [call](const at::Tensor& x) { return call->forward(x); }};
}

struct MakeModule {
  TreeModule operator()(const op::Conv2d& conv) const {
    return wrapped(std::make_shared<torch::nn::Conv2dImpl>(
        torch::nn::Conv2dOptions(conv.in, conv.out, {conv.kernel_h, conv.kernel_w})
            .stride({conv.stride_h, conv.stride_w})
            .padding({conv.padding_h, conv.padding_w})
            .dilation({conv.dilation_h, conv.dilation_w})
            .groups(conv.groups)
            .bias(conv.bias)));
  }
  TreeModule operator()(const op::BatchNorm2d& norm) const {
    return wrapped(std::make_shared<torch::nn::BatchNorm2dImpl>(
        torch::nn::BatchNormOptions(norm.channels).eps(norm.eps).momentum(norm.momentum)));
  }
  TreeModule operator()(const op::Linear& linear) const {
    return wrapped(std::make_shared<torch::nn::LinearImpl>(
        torch::nn::LinearOptions(linear.in, linear.out).bias(linear.bias)));
  }
  TreeModule operator()(const op::Opaque& opaque) const {
    if (opaque.module == nullptr) {
      throw UsageError(concat("\"",
                              printable(opaque.what),
                              "\" says nothing about how its module ",
                              "is made; see trainer/module.h"));
    }
    UserModule made = opaque.module->make();
    if (made.module == nullptr || !made.forward) {
      throw UsageError(concat(
          "the factory of \"", printable(opaque.what), "\" gave no module, or no way to call it"));
    }
    return {std::move(made.module), std::move(made.forward)};
  }
  template <class Stateless>
  TreeModule operator()(const Stateless&) const {
    throw InternalError("a node without parameters has no module");
  }
};

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

void register_at(torch::nn::Module& root,
                 const std::string& path,
                 std::map<std::string, std::shared_ptr<torch::nn::Module>>& containers,
                 const std::shared_ptr<torch::nn::Module>& module) {
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
  parent->register_module(path.substr(start), module);
}

void apply_init(const NetworkNode& node, const torch::nn::Module& module) {
  for (const auto& parameter : module.named_parameters(/*recurse=*/false)) {
    initialise(parameter.value(), parameter.key() == "bias" ? node.bias_init : node.weight_init);
  }
}

}  // namespace

std::map<std::string, TreeModule> build_module_tree(torch::nn::Module& root,
                                                    const Network& network) {
  std::map<std::string, const NetworkNode*> nodes;
  for (const NetworkNode& node : network.nodes) nodes[node.name] = &node;
  std::map<std::string, std::shared_ptr<torch::nn::Module>> containers;
  std::map<std::string, TreeModule> tree;
  for (const std::string& name : network.registration) {
    TreeModule made = std::visit(MakeModule{}, nodes.at(name)->operation);
    if (name.empty()) {
      graft(root, *made.module);
    } else {
      register_at(root, name, containers, made.module);
    }
    tree[name] = std::move(made);
  }
  // A second pass, as torchvision's models have it: the first has already drawn every default, so
  // the generator stands where Python's does.
  for (const std::string& name : network.registration) {
    if (!std::holds_alternative<op::Opaque>(nodes.at(name)->operation)) {
      apply_init(*nodes.at(name), *tree.at(name).module);
    }
  }
  return tree;
}

}  // namespace trainer
