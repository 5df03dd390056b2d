#pragma once
#include <map>
#include <string>

#include <torch/nn/module.h>

#include <trainer/network.h>

#include "network/node_modules.h"

namespace trainer {

/// Makes the modules and lone parameters of `network` in the order of registration, inside `root`
/// under their dotted paths, and starts their parameters. A nameless opaque node becomes `root`'s
/// own parameters, buffers and children. By node name.
std::map<std::string, NodeModule> build_module_tree(torch::nn::Module& root,
                                                    const Network& network);

}  // namespace trainer
