#include <array>

#include <trainer/network_builder.h>

#include "base/text.h"
#include "models/builtin.h"

namespace trainer {
namespace {

using Value = NetworkBuilder::Value;

/// Convolutions of each of the five stages; a pooling follows each stage.
using VggStages = std::array<int, 5>;

struct VggOptions {
  double dropout = 0.5;
  static const OptionTable& options();
};

const OptionTable& VggOptions::options() {
  static const OptionTable table =
      OptionTableOf<VggOptions>()
          .add("dropout", &VggOptions::dropout, "share dropped before the last two linear layers")
          .range(0, 0.99);
  return table;
}

/// "Very deep convolutional networks for large-scale image recognition" (Simonyan and Zisserman,
/// 2014) with batch norm, as torchvision.models.vgg has it.
Network vgg(const VggStages& stages, const ModelRequest& request, const VggOptions& options) {
  constexpr std::int64_t kHidden = 4096;
  constexpr std::int64_t kMap = 7;
  constexpr std::array<std::int64_t, 5> kWidths{64, 128, 256, 512, 512};
  NetworkBuilder net({request.channels, request.height, request.width}, request.classes);
  Value x = NetworkBuilder::kInput;
  int index = 0;
  const auto next = [&index] { return concat("features.", index++); };
  for (std::size_t stage = 0; stage < stages.size(); ++stage) {
    for (int i = 0; i < stages[stage]; ++i) {
      x = net.conv2d(next(), x, {.out = kWidths[stage], .kernel = 3, .padding = 1});
      net.init(Init::kaiming_normal_fan_out, Init::zero);
      x = net.batch_norm2d(next(), x);
      x = net.relu(next(), x);
    }
    x = net.max_pool2d(next(), x, {});
  }
  x = net.flatten("flatten", net.adaptive_avg_pool2d("avgpool", x, kMap));
  const auto linear = [&](const char* name, std::int64_t out) {
    x = net.linear(name, x, out);
    net.init(Init::normal(0.01), Init::zero);
  };
  linear("classifier.0", kHidden);
  x = net.dropout("classifier.2", net.relu("classifier.1", x), options.dropout);
  linear("classifier.3", kHidden);
  x = net.dropout("classifier.5", net.relu("classifier.4", x), options.dropout);
  linear("classifier.6", net.classes());
  return net.finish();
}

ModelEntry entry(std::string name, std::string help, const VggStages& stages) {
  return {std::move(name),
          &VggOptions::options(),
          std::move(help),
          [stages](const ModelRequest& request, const Node& options) {
            return vgg(stages, request, read_options<VggOptions>(options));
          }};
}

}  // namespace

void add_vggs(std::vector<ModelEntry>& models) {
  models.push_back(entry("vgg11_bn", "VGG-11 with batch norm (torchvision's)", {1, 1, 2, 2, 2}));
  models.push_back(entry("vgg13_bn", "VGG-13 with batch norm (torchvision's)", {2, 2, 2, 2, 2}));
  models.push_back(entry("vgg16_bn", "VGG-16 with batch norm (torchvision's)", {2, 2, 3, 3, 3}));
  models.push_back(entry("vgg19_bn", "VGG-19 with batch norm (torchvision's)", {2, 2, 4, 4, 4}));
}

}  // namespace trainer
