#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>

#include <torch/nn/module.h>

#include <trainer/network.h>

namespace trainer {

/// A node's module, made and registered.
struct TreeModule {
  std::shared_ptr<torch::nn::Module> module;
  std::function<at::Tensor(at::Tensor)> forward;
};

/// Makes the modules of `network` in the order of registration, as children of `root` under their
/// dotted paths, and starts their parameters. A nameless opaque node becomes `root`'s own
/// parameters, buffers and children. By node name.
std::map<std::string, TreeModule> build_module_tree(torch::nn::Module& root,
                                                    const Network& network);

}  // namespace trainer
