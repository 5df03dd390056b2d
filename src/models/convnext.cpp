#include <array>

#include <trainer/network_builder.h>

#include "base/text.h"
#include "models/builtin.h"

namespace trainer {
namespace {

using Value = NetworkBuilder::Value;

struct ConvNextShape {
  std::array<int, 4> blocks;
  std::array<std::int64_t, 4> widths;
};

struct ConvNextOptions {
  double stochastic_depth = 0.1;
  static const OptionTable& options();
};

const OptionTable& ConvNextOptions::options() {
  static const OptionTable table =
      OptionTableOf<ConvNextOptions>()
          .add("stochastic_depth",
               &ConvNextOptions::stochastic_depth,
               "how often the last block is passed over; earlier ones less")
          .range(0, 0.99);
  return table;
}

/// "A ConvNet for the 2020s" (Liu et al., 2022) as torchvision.models.convnext has it.
class ConvNext {
 public:
  ConvNext(const ConvNextShape& shape, const ModelRequest& request, const ConvNextOptions& options)
      : shape_(shape),
        options_(options),
        net_({request.channels, request.height, request.width}, request.classes) {}

  Network build() {
    constexpr std::int64_t kPatch = 4;
    Value x = conv("features.0.0",
                   NetworkBuilder::kInput,
                   {.out = shape_.widths[0], .kernel = kPatch, .stride = kPatch});
    x = net_.layer_norm("features.0.1", x, kEps);
    int total = 0;
    for (const int blocks : shape_.blocks) total += blocks;
    int done = 0;
    int index = 1;
    for (std::size_t stage = 0; stage < shape_.blocks.size(); ++stage) {
      if (stage > 0) x = down(concat("features.", index++, "."), x, shape_.widths[stage]);
      for (int i = 0; i < shape_.blocks[stage]; ++i, ++done) {
        const double depth = options_.stochastic_depth * done / (total - 1.0);
        x = block(concat("features.", index, ".", i, "."), x, depth);
      }
      ++index;
    }
    x = net_.layer_norm("classifier.0", net_.global_avg_pool("avgpool", x), kEps);
    linear("classifier.2", net_.flatten("classifier.1", x), net_.classes());
    return net_.finish();
  }

 private:
  static constexpr double kEps = 1e-6;
  static constexpr double kDeviation = 0.02;

  Value conv(const std::string& name, Value x, const ConvOptions& options) {
    const Value value = net_.conv2d(name, x, options);
    net_.init(Init::trunc_normal(kDeviation), Init::zero);
    return value;
  }

  Value linear(const std::string& name, Value x, std::int64_t out) {
    const Value value = net_.linear(name, x, out);
    net_.init(Init::trunc_normal(kDeviation), Init::zero);
    return value;
  }

  Value down(const std::string& name, Value x, std::int64_t out) {
    x = net_.layer_norm(name + "0", x, kEps);
    return conv(name + "1", x, {.out = out, .kernel = 2, .stride = 2});
  }

  Value block(const std::string& name, Value in, double depth) {
    constexpr std::int64_t kKernel = 7;
    constexpr std::int64_t kExpansion = 4;
    constexpr double kLayerScale = 1e-6;
    const std::int64_t width = net_.shape(in)[0];
    net_.reserve(name + "layer_scale");
    Value x = conv(name + "block.0",
                   in,
                   {.out = width, .kernel = kKernel, .padding = kKernel / 2, .groups = width});
    x = net_.node(name + "block.1", op::Tokens{}, {x});
    x = net_.layer_norm(name + "block.2", x, kEps);
    x = linear(name + "block.3", x, kExpansion * width);
    x = net_.activation(name + "block.4", x, op::ActivationKind::gelu);
    x = linear(name + "block.5", x, width);
    x = net_.node(name + "block.6", op::TokensToMap{}, {x, in});
    x = net_.node(name + "layer_scale", op::LayerScale{}, {x});
    net_.init(Init::constant(kLayerScale));
    if (depth > 0) x = net_.stochastic_depth(name + "stochastic_depth", x, depth);
    return net_.add(name + "add", x, in);
  }

  ConvNextShape shape_;
  ConvNextOptions options_;
  NetworkBuilder net_;
};

}  // namespace

void add_convnexts(std::vector<ModelEntry>& models) {
  models.push_back({"convnext_tiny",
                    &ConvNextOptions::options(),
                    "ConvNeXt, tiny (torchvision's)",
                    [](const ModelRequest& request, const Node& options) {
                      return ConvNext({{3, 3, 9, 3}, {96, 192, 384, 768}},
                                      request,
                                      read_options<ConvNextOptions>(options))
                          .build();
                    }});
}

}  // namespace trainer
