#include "base/text.h"
#include "models/sequential/catalog.h"
#include "network/node_facts.h"

namespace trainer {
namespace {

using Value = LayerContext::Value;

struct BatchNormLayer {
  double eps = 1e-5;
  double momentum = 0.1;
  static const OptionTable& options();
};

const OptionTable& BatchNormLayer::options() {
  static const OptionTable table = OptionTableOf<BatchNormLayer>()
                                       .add("eps", &BatchNormLayer::eps, "added to the variance")
                                       .above(0)
                                       .add("momentum",
                                            &BatchNormLayer::momentum,
                                            "weight of the newest batch in the running statistics")
                                       .range(0, 1);
  return table;
}

struct DropoutLayer {
  double p = 0.5;
  static const OptionTable& options();
};

const OptionTable& DropoutLayer::options() {
  static const OptionTable table =
      OptionTableOf<DropoutLayer>()
          .add("p", &DropoutLayer::p, "probability of dropping a value")
          .range(0, 1)
          .below(1)
          .shorthand();
  return table;
}

struct LinearLayer {
  Or<std::int64_t> out;
  bool bias = true;
  static const OptionTable& options();
};

const OptionTable& LinearLayer::options() {
  static const OptionTable table =
      OptionTableOf<LinearLayer>()
          .add("out", &LinearLayer::out, "number of outputs, or num_classes")
          .range(1, 1e6)
          .words({"num_classes"})
          .required()
          .shorthand()
          .add("bias", &LinearLayer::bias, "adds a number an output");
  return table;
}

Value add_batch_norm(LayerContext& context,
                     const Node& options,
                     const std::string& name,
                     Value input) {
  const auto layer = read_options<BatchNormLayer>(options);
  return context.net().batch_norm2d(name, input, layer.eps, layer.momentum);
}

Value add_dropout(LayerContext& context,
                  const Node& options,
                  const std::string& name,
                  Value input) {
  return context.net().dropout(name, input, read_options<DropoutLayer>(options).p);
}

Value add_linear(LayerContext& context, const Node& options, const std::string& name, Value input) {
  const auto layer = read_options<LinearLayer>(options);
  NetworkBuilder& net = context.net();
  const Shape& shape = net.shape(input);
  // After global_avg_pool there is but one way to read the map as a list.
  const bool single = shape.size() == 3 && shape[1] == 1 && shape[2] == 1;
  const Value flat = single ? net.flatten(name + ".flatten", input) : input;
  return net.linear(name, flat, outputs_of(layer.out, net), layer.bias);
}

template <op::ActivationKind kind>
Value add_activation(LayerContext& context, const Node&, const std::string& name, Value input) {
  return context.net().activation(name, input, kind);
}

Value add_global_avg_pool(LayerContext& context,
                          const Node&,
                          const std::string& name,
                          Value input) {
  return context.net().global_avg_pool(name, input);
}

Value add_flatten(LayerContext& context, const Node&, const std::string& name, Value input) {
  return context.net().flatten(name, input);
}

template <op::ActivationKind kind>
LayerEntry activation(const std::string& help) {
  return {activation_name(kind), nullptr, help, add_activation<kind>};
}

}  // namespace

void add_plain_layers(std::vector<LayerEntry>& layers) {
  using Kind = op::ActivationKind;
  layers.push_back(
      {"batch_norm", &BatchNormLayer::options(), "batch norm over each channel", add_batch_norm});
  layers.push_back(activation<Kind::relu>("max(x, 0)"));
  layers.push_back(activation<Kind::gelu>("Gaussian error linear unit"));
  layers.push_back(activation<Kind::silu>("x * sigmoid(x)"));
  layers.push_back(activation<Kind::hardswish>("x * hardsigmoid(x)"));
  layers.push_back(activation<Kind::hardsigmoid>("min(max(x / 6 + 1/2, 0), 1)"));
  layers.push_back(activation<Kind::sigmoid>("1 / (1 + exp(-x))"));
  layers.push_back(activation<Kind::tanh>("hyperbolic tangent"));
  layers.push_back(activation<Kind::leaky_relu>("x, or x / 100 below 0"));
  layers.push_back({"global_avg_pool", nullptr, "the mean of each channel", add_global_avg_pool});
  layers.push_back({"flatten", nullptr, "the map as one list", add_flatten});
  layers.push_back(
      {"dropout", &DropoutLayer::options(), "drops values at random in training", add_dropout});
  layers.push_back(
      {"linear", &LinearLayer::options(), "fully connected layer (Linear)", add_linear});
}

}  // namespace trainer
