#include <array>

#include <trainer/network_builder.h>

#include "base/text.h"
#include "models/builtin.h"

namespace trainer {
namespace {

using Value = NetworkBuilder::Value;

/// "Densely connected convolutional networks" (Huang et al., 2016) as torchvision.models.densenet
/// has it: each layer reads the maps of all layers before it in its block.
class DenseNet {
 public:
  DenseNet(const std::array<int, 4>& blocks, const ModelRequest& request)
      : blocks_(blocks), net_({request.channels, request.height, request.width}, request.classes) {}

  Network build() {
    constexpr std::int64_t kStem = 64;
    Value x = conv("features.conv0", NetworkBuilder::kInput, {kStem, 7, 2, 3});
    x = net_.relu("features.relu0", net_.batch_norm2d("features.norm0", x));
    x = net_.max_pool2d("features.pool0", x, {3, 2, 1});
    for (std::size_t block = 0; block < blocks_.size(); ++block) {
      x = dense_block(concat("features.denseblock", block + 1, "."), x, blocks_[block]);
      if (block + 1 < blocks_.size()) {
        x = transition(concat("features.transition", block + 1, "."), x);
      }
    }
    x = net_.relu("features.relu5", net_.batch_norm2d("features.norm5", x));
    x = net_.flatten("flatten", net_.global_avg_pool("avgpool", x));
    net_.linear("classifier", x, net_.classes());
    net_.init(Init::default_module, Init::zero);
    return net_.finish();
  }

 private:
  static constexpr std::int64_t kGrowth = 32;
  static constexpr std::int64_t kBottleneck = 4 * kGrowth;

  Value conv(const std::string& name, Value x, ConvOptions options) {
    options.bias = false;
    const Value value = net_.conv2d(name, x, options);
    net_.init(Init::kaiming_normal_fan_in);
    return value;
  }

  Value dense_block(const std::string& name, Value x, int layers) {
    std::vector<Value> maps{x};
    for (int i = 1; i <= layers; ++i) {
      const std::string layer = concat(name, "denselayer", i, ".");
      maps.push_back(dense_layer(layer, joined(layer + "concat", maps)));
    }
    return joined(name + "concat", maps);
  }

  Value joined(const std::string& name, const std::vector<Value>& maps) {
    return maps.size() == 1 ? maps.front() : net_.node(name, op::Concat{}, maps);
  }

  Value dense_layer(const std::string& name, Value x) {
    x = net_.relu(name + "relu1", net_.batch_norm2d(name + "norm1", x));
    x = conv(name + "conv1", x, {kBottleneck});
    x = net_.relu(name + "relu2", net_.batch_norm2d(name + "norm2", x));
    return conv(name + "conv2", x, {kGrowth, 3, 1, 1});
  }

  Value transition(const std::string& name, Value x) {
    const std::int64_t half = net_.shape(x)[0] / 2;
    x = net_.relu(name + "relu", net_.batch_norm2d(name + "norm", x));
    return net_.avg_pool2d(name + "pool", conv(name + "conv", x, {half}), {});
  }

  std::array<int, 4> blocks_;
  NetworkBuilder net_;
};

}  // namespace

void add_densenets(std::vector<ModelEntry>& models) {
  models.push_back({"densenet121",
                    nullptr,
                    "DenseNet-121 (torchvision's)",
                    [](const ModelRequest& request, const Node&) {
                      return DenseNet({6, 12, 24, 16}, request).build();
                    }});
}

}  // namespace trainer
