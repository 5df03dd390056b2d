#include <algorithm>

#include <trainer/network_builder.h>

#include "base/text.h"
#include "models/builtin.h"
#include "models/inverted_residual.h"

namespace trainer {
namespace {

using Kind = op::ActivationKind;

/// One row of the paper's tables 1 and 2.
struct Row {
  std::int64_t kernel, expanded, out;
  bool squeeze;
  Kind activation;
  std::int64_t stride;
};

struct MobileNetShape {
  std::vector<Row> rows;
  std::int64_t last;  ///< features before the classifier
};

struct MobileNetOptions {
  double dropout = 0.2;
  static const OptionTable& options();
};

const OptionTable& MobileNetOptions::options() {
  static const OptionTable table =
      OptionTableOf<MobileNetOptions>()
          .add("dropout", &MobileNetOptions::dropout, "share dropped before the last linear layer")
          .range(0, 0.99);
  return table;
}

const MobileNetShape& large() {
  static const MobileNetShape shape{{{3, 16, 16, false, Kind::relu, 1},
                                     {3, 64, 24, false, Kind::relu, 2},
                                     {3, 72, 24, false, Kind::relu, 1},
                                     {5, 72, 40, true, Kind::relu, 2},
                                     {5, 120, 40, true, Kind::relu, 1},
                                     {5, 120, 40, true, Kind::relu, 1},
                                     {3, 240, 80, false, Kind::hardswish, 2},
                                     {3, 200, 80, false, Kind::hardswish, 1},
                                     {3, 184, 80, false, Kind::hardswish, 1},
                                     {3, 184, 80, false, Kind::hardswish, 1},
                                     {3, 480, 112, true, Kind::hardswish, 1},
                                     {3, 672, 112, true, Kind::hardswish, 1},
                                     {5, 672, 160, true, Kind::hardswish, 2},
                                     {5, 960, 160, true, Kind::hardswish, 1},
                                     {5, 960, 160, true, Kind::hardswish, 1}},
                                    1280};
  return shape;
}

const MobileNetShape& small() {
  static const MobileNetShape shape{{{3, 16, 16, true, Kind::relu, 2},
                                     {3, 72, 24, false, Kind::relu, 2},
                                     {3, 88, 24, false, Kind::relu, 1},
                                     {5, 96, 40, true, Kind::hardswish, 2},
                                     {5, 240, 40, true, Kind::hardswish, 1},
                                     {5, 240, 40, true, Kind::hardswish, 1},
                                     {5, 120, 48, true, Kind::hardswish, 1},
                                     {5, 144, 48, true, Kind::hardswish, 1},
                                     {5, 288, 96, true, Kind::hardswish, 2},
                                     {5, 576, 96, true, Kind::hardswish, 1},
                                     {5, 576, 96, true, Kind::hardswish, 1}},
                                    1024};
  return shape;
}

/// A quarter of the channels, to the nearest multiple of 8 that is not less than 90 % of it.
std::int64_t squeezed(std::int64_t channels) {
  constexpr std::int64_t kMultiple = 8;
  const std::int64_t wanted = channels / 4;
  const std::int64_t near = std::max(kMultiple, (wanted + kMultiple / 2) / kMultiple * kMultiple);
  return near * 10 < wanted * 9 ? near + kMultiple : near;
}

/// "Searching for MobileNetV3" (Howard et al., 2019) as torchvision.models.mobilenetv3 has it.
Network mobilenet_v3(const MobileNetShape& shape,
                     const ModelRequest& request,
                     const MobileNetOptions& options) {
  constexpr double kEps = 1e-3;
  constexpr double kMomentum = 0.01;
  constexpr std::int64_t kStem = 16;
  constexpr std::int64_t kHeadWidth = 6;
  NetworkBuilder net({request.channels, request.height, request.width}, request.classes);
  const auto conv_norm = [&](const std::string& name, int in, ConvNorm conv) {
    conv.eps = kEps;
    conv.momentum = kMomentum;
    const int value = add_conv_norm(net, name, in, conv);
    return net.activation(name + "2", value, Kind::hardswish);
  };
  int x =
      conv_norm("features.0.", NetworkBuilder::kInput, {.out = kStem, .kernel = 3, .stride = 2});
  int index = 1;
  for (const Row& row : shape.rows) {
    InvertedResidual block;
    block.kernel = row.kernel;
    block.stride = row.stride;
    block.expanded = row.expanded;
    block.squeezed = row.squeeze ? squeezed(row.expanded) : 0;
    block.out = row.out;
    block.activation = row.activation;
    block.norm_eps = kEps;
    block.norm_momentum = kMomentum;
    x = add_inverted_residual(net, concat("features.", index++, "."), x, block);
  }
  x = conv_norm(concat("features.", index, "."), x, {.out = kHeadWidth * net.shape(x)[0]});
  x = net.flatten("flatten", net.global_avg_pool("avgpool", x));
  x = net.linear("classifier.0", x, shape.last);
  net.init(Init::normal(0.01), Init::zero);
  x = net.activation("classifier.1", x, Kind::hardswish);
  x = net.dropout("classifier.2", x, options.dropout);
  net.linear("classifier.3", x, net.classes());
  net.init(Init::normal(0.01), Init::zero);
  return net.finish();
}

ModelEntry entry(std::string name, std::string help, const MobileNetShape& shape) {
  return {std::move(name),
          &MobileNetOptions::options(),
          std::move(help),
          [&shape](const ModelRequest& request, const Node& options) {
            return mobilenet_v3(shape, request, read_options<MobileNetOptions>(options));
          }};
}

}  // namespace

void add_mobilenets(std::vector<ModelEntry>& models) {
  models.push_back(entry("mobilenet_v3_small", "MobileNetV3, small (torchvision's)", small()));
  models.push_back(entry("mobilenet_v3_large", "MobileNetV3, large (torchvision's)", large()));
}

}  // namespace trainer
