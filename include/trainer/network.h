#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <trainer/node.h>

namespace trainer {

/// Shape of one value without its batch dimension: {channels, height, width}, {length, features} of
/// a sequence, or {features}.
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
/// [c, h, w] to [c, out_h, out_w], whatever the map's extents.
struct AdaptiveAvgPool2d {
  std::int64_t out_h = 1, out_w = 1;
};
struct Flatten {};  ///< [c, h, w] to [c*h*w]
struct Dropout {
  double p = 0.5;
};
/// Drops the value of whole images (torchvision.ops.StochasticDepth, mode "row").
struct StochasticDepth {
  double p = 0;
};
struct Add {};
/// The product of two values; the second may be [c, 1, 1] beside a map of c channels.
struct Multiply {};
struct Concat {};  ///< maps of one height and width, one channel after the other
struct Identity {};

// Sequences are [length, features].
struct Tokens {};  ///< [c, h, w] to [h*w, c], row by row
/// A sequence back to a map; its second input is a map of the height and width wanted.
struct TokensToMap {};
struct Rows {};  ///< [c, h, w] to [h, w*c]: each row of the map is one step of a sequence
/// [length, features] to [features] of one step.
struct SelectToken {
  std::int64_t index = 0;
};
/// Over the features of a vector or of each step, or over the channels of a map at each place
/// (torchvision's LayerNorm2d).
struct LayerNorm {
  std::int64_t features = 0;
  double eps = 1e-5;
};
/// Multi-head self-attention over a sequence: torch.nn.MultiheadAttention with `batch_first`.
struct Attention {
  std::int64_t features = 0, heads = 1;
};
/// torch.nn.LSTM with `batch_first`; gives the state of each step, both directions side by side.
struct Lstm {
  std::int64_t in = 0, hidden = 0, layers = 1;
  bool bidirectional = false;
};
/// [length, features] to [features]: the mean of the steps, weighted by the softmax of a linear
/// score of each.
struct AttentionPool {
  std::int64_t features = 0;
};

// Parameters of the module around them: the node's name is the parameter's.
struct ClassToken {  ///< puts a learned step before a sequence
  std::int64_t features = 0;
};
struct PositionEmbedding {  ///< adds a learned vector to each step
  std::int64_t length = 0, features = 0;
};
struct LayerScale {  ///< multiplies each channel of a map by a learned number
  std::int64_t channels = 0;
};

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
                               op::AdaptiveAvgPool2d,
                               op::Flatten,
                               op::Dropout,
                               op::StochasticDepth,
                               op::Add,
                               op::Multiply,
                               op::Concat,
                               op::Identity,
                               op::Tokens,
                               op::TokensToMap,
                               op::Rows,
                               op::SelectToken,
                               op::LayerNorm,
                               op::Attention,
                               op::Lstm,
                               op::AttentionPool,
                               op::ClassToken,
                               op::PositionEmbedding,
                               op::LayerScale,
                               op::Opaque>;

/// How a parameter tensor starts; the rules are torch.nn.init's.
struct Init {
  enum class Rule {
    default_module,  ///< as LibTorch's module of the kind starts it
    kaiming_normal_fan_in,
    kaiming_normal_fan_out,
    xavier_uniform,
    normal,        ///< `value` is the deviation
    trunc_normal,  ///< likewise, within -2 and 2
    uniform,       ///< from -`value` to `value`
    constant
  };
  Rule rule = Rule::default_module;
  double value = 0;

  bool operator==(const Init&) const = default;
  static Init normal(double deviation) { return {Rule::normal, deviation}; }
  static Init trunc_normal(double deviation) { return {Rule::trunc_normal, deviation}; }
  static Init uniform(double bound) { return {Rule::uniform, bound}; }
  static Init constant(double value) { return {Rule::constant, value}; }
  static const Init default_module, kaiming_normal_fan_in, kaiming_normal_fan_out, xavier_uniform,
      zero, one;
};
inline constexpr Init Init::default_module{};
inline constexpr Init Init::kaiming_normal_fan_in{Rule::kaiming_normal_fan_in};
inline constexpr Init Init::kaiming_normal_fan_out{Rule::kaiming_normal_fan_out};
inline constexpr Init Init::xavier_uniform{Rule::xavier_uniform};
inline constexpr Init Init::zero{Rule::constant, 0};
inline constexpr Init Init::one{Rule::constant, 1};

/// One step of a network. `name` is the dotted module path (torchvision's, where it has the model),
/// or the parameter's own; nodes without parameters have paths too.
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
  /// Dotted paths of modules and lone parameters in the order of registration, which fixes the
  /// order of parameters and state_dict keys (Python's); may differ from run order.
  std::vector<std::string> registration;
  std::int64_t classes = 0;
  std::string classifier;  ///< module path of the last linear layer (`fc`), or empty

  const Shape& output() const { return nodes.back().output; }
  /// Number of parameters that are trained. Opaque nodes count as none.
  std::int64_t parameter_count() const;
  /// Floating-point operations of one image: twice the multiply-adds of convolutions, linear
  /// layers, attention and LSTMs. Opaque nodes count as none.
  std::int64_t flops() const;
  /// Bytes of the values of one image, as fp32, that a training step keeps for its backward pass.
  std::int64_t activation_bytes() const;
  /// Whether a user's own module is in it: parameters, FLOPs and memory are then lower bounds.
  bool has_opaque() const;
};

}  // namespace trainer
