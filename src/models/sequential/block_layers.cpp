#include "base/text.h"
#include "models/sequential/catalog.h"

namespace trainer {
namespace {

using Value = LayerContext::Value;

struct ResidualLayer {
  std::vector<Component> layers;
  Or<std::vector<Component>> shortcut = "auto";
  static const OptionTable& options();
};

const OptionTable& ResidualLayer::options() {
  static const OptionTable table =
      OptionTableOf<ResidualLayer>()
          .add("layers", &ResidualLayer::layers, "the layers whose output the shortcut is added to")
          .from(unfilled_layer_catalog())
          .items(1)
          .required()
          .shorthand()
          .add("shortcut",
               &ResidualLayer::shortcut,
               "auto: the input, through a 1x1 convolution and batch norm where the shapes "
               "differ; none: the input as it is; or a list of layers")
          .from(unfilled_layer_catalog())
          .items(1)
          .words({"auto", "none"});
  return table;
}

struct RepeatLayer {
  std::int64_t times = 1;
  std::vector<Component> layers;
  static const OptionTable& options();
};

const OptionTable& RepeatLayer::options() {
  static const OptionTable table =
      OptionTableOf<RepeatLayer>()
          .add(
              "times", &RepeatLayer::times, "how often the layers come, each time with own weights")
          .range(1, 1000)
          .required()
          .add("layers", &RepeatLayer::layers, "the layers to repeat")
          .from(unfilled_layer_catalog())
          .items(1)
          .required();
  return table;
}

/// The stride of a 1x1 convolution that makes `out` of `in`; 0 where none does.
std::int64_t stride_between(std::int64_t in, std::int64_t out) {
  const std::int64_t stride = (in + out - 1) / out;
  return (in - 1) / stride + 1 == out ? stride : 0;
}

/// A 1x1 convolution and batch norm from the input's shape to that of the layers' output.
Value project(LayerContext& context, const std::string& name, Value input, const Shape& target) {
  NetworkBuilder& net = context.net();
  const Shape& source = net.shape(input);
  op::Conv2d conv;
  conv.bias = false;
  conv.out = target.front();
  const bool maps = source.size() == 3 && target.size() == 3;
  conv.stride_h = maps ? stride_between(source[1], target[1]) : 0;
  conv.stride_w = maps ? stride_between(source[2], target[2]) : 0;
  if (conv.stride_h == 0 || conv.stride_w == 0) {
    net.fail(concat("no 1x1 convolution leads from the input ",
                    shape_text(source),
                    " to ",
                    shape_text(target),
                    ", which the layers give"),
             "pad the convolutions so that they keep the size or divide it, or list the layers "
             "of the shortcut");
  }
  return net.batch_norm2d(name + ".1", net.node(name + ".0", conv, {input}));
}

Value add_residual(LayerContext& context,
                   const Node& options,
                   const std::string& name,
                   Value input) {
  const auto layer = read_options<ResidualLayer>(options);
  const Position position = context.position();
  const std::string key = context.key();
  NetworkBuilder& net = context.net();
  const Value body = context.run(layer.layers, input, name, key + ".layers");
  Value shortcut = input;
  if (layer.shortcut.has_value()) {
    shortcut = context.run(layer.shortcut.value, input, name + ".shortcut", key + ".shortcut");
  }
  context.point_to(position, key);
  if (layer.shortcut.is("auto") && net.shape(body) != net.shape(input)) {
    shortcut = project(context, name + ".shortcut", input, Shape(net.shape(body)));
  }
  if (net.shape(body) != net.shape(shortcut)) {
    net.fail(concat("the layers give ",
                    shape_text(net.shape(body)),
                    ", but the shortcut gives ",
                    shape_text(net.shape(shortcut))),
             "write shortcut: auto, or make both shapes equal");
  }
  return net.add(name + ".add", body, shortcut);
}

Value add_repeat(LayerContext& context, const Node& options, const std::string& name, Value input) {
  const auto layer = read_options<RepeatLayer>(options);
  const std::string key = context.key() + ".layers";
  Value value = input;
  for (std::int64_t i = 0; i < layer.times; ++i) {
    value = context.run(layer.layers, value, concat(name, ".", i), key);
  }
  return value;
}

}  // namespace

void add_block_layers(std::vector<LayerEntry>& layers) {
  layers.push_back({"residual",
                    &ResidualLayer::options(),
                    "layers with a shortcut from their input added to their output",
                    add_residual});
  layers.push_back(
      {"repeat", &RepeatLayer::options(), "the same layers several times", add_repeat});
}

}  // namespace trainer
