#include <algorithm>
#include <array>
#include <cmath>

#include <trainer/network_builder.h>

#include "base/text.h"
#include "models/builtin.h"
#include "models/inverted_residual.h"

namespace trainer {
namespace {

using Kind = op::ActivationKind;

struct Stage {
  std::int64_t expansion, kernel, stride, out;
  int blocks;
};

constexpr std::array<Stage, 7> kB0{{{1, 3, 1, 16, 1},
                                    {6, 3, 2, 24, 2},
                                    {6, 5, 2, 40, 2},
                                    {6, 3, 2, 80, 3},
                                    {6, 5, 1, 112, 3},
                                    {6, 5, 2, 192, 4},
                                    {6, 3, 1, 320, 1}}};

struct EfficientNetOptions {
  double dropout = 0.2;
  double stochastic_depth = 0.2;
  static const OptionTable& options();
};

const OptionTable& EfficientNetOptions::options() {
  using O = EfficientNetOptions;
  static const OptionTable table =
      OptionTableOf<O>()
          .add("dropout", &O::dropout, "share dropped before the last linear layer")
          .range(0, 0.99)
          .add("stochastic_depth",
               &O::stochastic_depth,
               "how often the last block of all is passed over; earlier ones less")
          .range(0, 0.99);
  return table;
}

/// "EfficientNet: rethinking model scaling" (Tan and Le, 2019) as torchvision.models.efficientnet
/// has its B0.
Network efficientnet_b0(const ModelRequest& request, const EfficientNetOptions& options) {
  constexpr std::int64_t kStem = 32;
  constexpr std::int64_t kLast = 1280;
  int total = 0;
  for (const Stage& stage : kB0) total += stage.blocks;
  NetworkBuilder net({request.channels, request.height, request.width}, request.classes);
  const auto conv_norm = [&net](const std::string& name, int in, const ConvNorm& conv) {
    return net.activation(name + "2", add_conv_norm(net, name, in, conv), Kind::silu);
  };
  int x =
      conv_norm("features.0.", NetworkBuilder::kInput, {.out = kStem, .kernel = 3, .stride = 2});
  int done = 0;
  for (std::size_t s = 0; s < kB0.size(); ++s) {
    const Stage& stage = kB0[s];
    for (int i = 0; i < stage.blocks; ++i, ++done) {
      const std::int64_t in = net.shape(x)[0];
      InvertedResidual block;
      block.kernel = stage.kernel;
      block.stride = i == 0 ? stage.stride : 1;
      block.expanded = in * stage.expansion;
      block.squeezed = std::max<std::int64_t>(1, in / 4);
      block.out = stage.out;
      block.activation = block.squeeze_activation = Kind::silu;
      block.gate = Kind::sigmoid;
      block.stochastic_depth = options.stochastic_depth * done / total;
      x = add_inverted_residual(net, concat("features.", s + 1, ".", i, "."), x, block);
    }
  }
  x = conv_norm(concat("features.", kB0.size() + 1, "."), x, {.out = kLast});
  x = net.flatten("flatten", net.global_avg_pool("avgpool", x));
  x = net.dropout("classifier.0", x, options.dropout);
  net.linear("classifier.1", x, net.classes());
  net.init(Init::uniform(1 / std::sqrt(static_cast<double>(net.classes()))), Init::zero);
  return net.finish();
}

}  // namespace

void add_efficientnets(std::vector<ModelEntry>& models) {
  models.push_back({"efficientnet_b0",
                    &EfficientNetOptions::options(),
                    "EfficientNet-B0 (torchvision's)",
                    [](const ModelRequest& request, const Node& options) {
                      return efficientnet_b0(request, read_options<EfficientNetOptions>(options));
                    }});
}

}  // namespace trainer
