#include "base/text.h"
#include "models/sequential/catalog.h"

namespace trainer {
namespace {

constexpr double kMaxChannels = 1e6;
constexpr double kMaxWindow = 1024;

struct ConvLayer {
  Or<std::int64_t> out;
  std::int64_t kernel = 3;
  std::int64_t stride = 1;
  Or<std::int64_t> padding = std::int64_t{0};
  std::int64_t dilation = 1;
  std::int64_t groups = 1;
  bool bias = true;
  static const OptionTable& options();
};

const OptionTable& ConvLayer::options() {
  static const OptionTable table =
      OptionTableOf<ConvLayer>()
          .add("out", &ConvLayer::out, "output channels, or num_classes")
          .range(1, kMaxChannels)
          .words({"num_classes"})
          .required()
          .shorthand()
          .add("kernel", &ConvLayer::kernel, "height and width of the kernel in pixels")
          .range(1, kMaxWindow)
          .add("stride", &ConvLayer::stride, "pixels from window to window")
          .range(1, kMaxWindow)
          .add("padding",
               &ConvLayer::padding,
               "zero pixels on each side; same: as many as keep the size (stride 1, odd kernel)")
          .range(0, kMaxWindow)
          .words({"same"})
          .add("dilation", &ConvLayer::dilation, "pixels from kernel element to kernel element")
          .range(1, kMaxWindow)
          .add("groups", &ConvLayer::groups, "groups of channels that do not see each other")
          .range(1, kMaxChannels)
          .add("bias", &ConvLayer::bias, "adds a number a channel");
  return table;
}

/// The padding on each side that keeps the size.
std::int64_t same_padding(const ConvLayer& layer, LayerContext& context) {
  const std::int64_t reach = layer.dilation * (layer.kernel - 1);
  if (layer.stride != 1) {
    context.net().fail(concat("padding: same expects stride 1, got ", layer.stride),
                       concat("write padding: ", reach / 2));
  }
  if (reach % 2 != 0) {
    context.net().fail(concat("padding: same expects an odd kernel, got ", layer.kernel),
                       concat("write padding: ", reach / 2));
  }
  return reach / 2;
}

LayerContext::Value add_conv(LayerContext& context,
                             const Node& options,
                             const std::string& name,
                             LayerContext::Value input) {
  const auto layer = read_options<ConvLayer>(options);
  ConvOptions conv;
  conv.out = outputs_of(layer.out, context.net());
  conv.kernel = layer.kernel;
  conv.stride = layer.stride;
  conv.padding = layer.padding.is("same") ? same_padding(layer, context) : layer.padding.value;
  conv.dilation = layer.dilation;
  conv.groups = layer.groups;
  conv.bias = layer.bias;
  return context.net().conv2d(name, input, conv);
}

struct PoolLayer {
  std::int64_t kernel = 2;
  Or<std::int64_t> stride = "auto";
  std::int64_t padding = 0;
  bool ceil_mode = false;
  bool count_include_pad = true;
};

OptionTableOf<PoolLayer> pool_table() {
  OptionTableOf<PoolLayer> table;
  table.add("kernel", &PoolLayer::kernel, "height and width of the window in pixels")
      .range(1, kMaxWindow)
      .shorthand()
      .add("stride", &PoolLayer::stride, "pixels from window to window; auto: the kernel")
      .range(1, kMaxWindow)
      .words({"auto"})
      .add("padding", &PoolLayer::padding, "pixels added on each side, at most half the kernel")
      .range(0, kMaxWindow)
      .add("ceil_mode", &PoolLayer::ceil_mode, "also a last window that reaches over the edge");
  return table;
}

const OptionTable& max_pool_table() {
  static const OptionTable table = pool_table();
  return table;
}

const OptionTable& avg_pool_table() {
  static const OptionTable table = pool_table().add(
      "count_include_pad", &PoolLayer::count_include_pad, "padding counts as zeros in the average");
  return table;
}

PoolOptions pool_options(const OptionTable& table, const Node& options) {
  PoolLayer layer;
  read_options(table, options, &layer);
  PoolOptions pool;
  pool.kernel = layer.kernel;
  pool.stride = layer.stride.is("auto") ? layer.kernel : layer.stride.value;
  pool.padding = layer.padding;
  pool.ceil_mode = layer.ceil_mode;
  pool.count_include_pad = layer.count_include_pad;
  return pool;
}

LayerContext::Value add_max_pool(LayerContext& context,
                                 const Node& options,
                                 const std::string& name,
                                 LayerContext::Value input) {
  return context.net().max_pool2d(name, input, pool_options(max_pool_table(), options));
}

LayerContext::Value add_avg_pool(LayerContext& context,
                                 const Node& options,
                                 const std::string& name,
                                 LayerContext::Value input) {
  return context.net().avg_pool2d(name, input, pool_options(avg_pool_table(), options));
}

}  // namespace

void add_map_layers(std::vector<LayerEntry>& layers) {
  layers.push_back({"conv", &ConvLayer::options(), "convolution (Conv2d)", add_conv});
  layers.push_back(
      {"max_pool", &max_pool_table(), "the largest value of each window", add_max_pool});
  layers.push_back({"avg_pool", &avg_pool_table(), "the mean of each window", add_avg_pool});
}

}  // namespace trainer
