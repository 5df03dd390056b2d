#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <trainer/node.h>

namespace trainer {

/// Shape of one value without its batch dimension: {channels, height, width} or {features}.
using Shape = std::vector<std::int64_t>;
std::string shape_text(const Shape& shape);  // "64x28x28"

class OpaqueModule;

namespace op {
/// The node kinds. Fields and defaults are those of the PyTorch module of the same name.
struct Conv2d {
  std::int64_t in = 0, out = 0;
  std::int64_t kernel_h = 1, kernel_w = 1, stride_h = 1, stride_w = 1;
  std::int64_t padding_h = 0, padding_w = 0, dilation_h = 1, dilation_w = 1, groups = 1;
  bool bias = true;
};
struct BatchNorm2d {
  std::int64_t channels = 0;
  double eps = 1e-5;
  double momentum = 0.1;
};
struct Linear {
  std::int64_t in = 0, out = 0;
  bool bias = true;
};
enum class ActivationKind { relu, gelu, silu, hardswish, hardsigmoid, sigmoid, tanh, leaky_relu };
struct Activation {
  ActivationKind kind = ActivationKind::relu;
};
struct Pool2d {
  bool max = true;
  std::int64_t kernel_h = 2, kernel_w = 2, stride_h = 2, stride_w = 2, padding_h = 0, padding_w = 0;
  bool ceil_mode = false;
  bool count_include_pad = true;
};
struct GlobalAvgPool {};  ///< [c, h, w] to [c, 1, 1]
struct Flatten {};        ///< [c, h, w] to [c*h*w]
struct Dropout {
  double p = 0.5;
};
struct Add {};
struct Identity {};
/// A user's own module: trains and predicts; what needs the list says so.
struct Opaque {
  std::string what;                            ///< what it is called in the summary
  Shape output;                                ///< what it says it gives
  std::shared_ptr<const OpaqueModule> module;  ///< makes the module: see module.h
};
}  // namespace op

using Operation = std::variant<op::Conv2d,
                               op::BatchNorm2d,
                               op::Linear,
                               op::Activation,
                               op::Pool2d,
                               op::GlobalAvgPool,
                               op::Flatten,
                               op::Dropout,
                               op::Add,
                               op::Identity,
                               op::Opaque>;

/// How a parameter tensor starts. `fan` rules are torch.nn.init's.
enum class Init { default_module, kaiming_normal_fan_out, normal_001, zero, one };

/// One step of a network. `name` is the dotted module path (torchvision's, where it has the model);
/// nodes without parameters have paths too.
struct NetworkNode {
  std::string name;
  Operation operation;
  std::vector<int> inputs;  ///< indices of earlier nodes; -1 is the network's input
  Shape output;             ///< filled by the builder
  Init weight_init = Init::default_module;
  Init bias_init = Init::default_module;
  Position position;  ///< of the layer in the configuration, where it has one
};

/// A network as a description, free of LibTorch: nodes in run order. Shapes are checked while it is
/// built; the executor turns it into a torch::nn::Module.
class Network {
 public:
  Shape input;                     ///< {channels, height, width}
  std::vector<NetworkNode> nodes;  ///< the last node's value is the output
  /// Dotted module paths in the order of registration, which fixes the order of parameters and
  /// state_dict keys (Python's); may differ from run order.
  std::vector<std::string> registration;
  std::int64_t classes = 0;
  std::string classifier;  ///< module path of the last linear layer (`fc`), or empty

  const Shape& output() const { return nodes.back().output; }
  /// Number of parameters that are trained. Opaque nodes count as none.
  std::int64_t parameter_count() const;
  /// Floating-point operations of one image: twice the multiply-adds of convolutions and linear
  /// layers. Opaque nodes count as none.
  std::int64_t flops() const;
  /// Bytes of the values of one image, as fp32, that a training step keeps for its backward pass.
  std::int64_t activation_bytes() const;
  /// Whether a user's own module is in it: parameters, FLOPs and memory are then lower bounds.
  bool has_opaque() const;
};

}  // namespace trainer
