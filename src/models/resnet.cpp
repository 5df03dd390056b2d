#include <array>

#include <trainer/network_builder.h>

#include "base/text.h"
#include "models/builtin.h"

namespace trainer {
namespace {

using Value = NetworkBuilder::Value;

/// What tells the family apart.
struct ResNetShape {
  bool bottleneck = false;
  std::array<int, 4> blocks{2, 2, 2, 2};
  std::int64_t groups = 1;
  std::int64_t width_per_group = 64;
  bool cifar_stem = false;  ///< 3x3 convolution and no pooling, for images of about 32 px
};

struct ResNetOptions {
  bool zero_init_residual = false;
  static const OptionTable& options();
};

const OptionTable& ResNetOptions::options() {
  static const OptionTable table = OptionTableOf<ResNetOptions>().add(
      "zero_init_residual",
      &ResNetOptions::zero_init_residual,
      "start the last batch norm of each block at 0, so that the block starts as its shortcut");
  return table;
}

/// "Deep residual learning for image recognition" (He et al., 2015) as torchvision.models.resnet
/// has it: the stride is on the 3x3 convolution, and names, order and initialisation are the same.
class ResNet {
 public:
  ResNet(const ResNetShape& shape, const ModelRequest& request, const ResNetOptions& options)
      : shape_(shape),
        options_(options),
        net_({request.channels, request.height, request.width}, request.classes) {}

  Network build() {
    Value x = shape_.cifar_stem ? conv("conv1", NetworkBuilder::kInput, {64, 3, 1, 1})
                                : conv("conv1", NetworkBuilder::kInput, {64, 7, 2, 3});
    x = net_.relu("relu", norm("bn1", x));
    if (!shape_.cifar_stem) x = net_.max_pool2d("maxpool", x, {3, 2, 1});
    std::int64_t planes = 64;
    for (std::size_t stage = 0; stage < shape_.blocks.size(); ++stage, planes *= 2) {
      for (int i = 0; i < shape_.blocks[stage]; ++i) {
        const std::string name = concat("layer", stage + 1, ".", i, ".");
        x = block(name, x, planes, stage > 0 && i == 0 ? 2 : 1);
      }
    }
    x = net_.flatten("flatten", net_.global_avg_pool("avgpool", x));
    net_.linear("fc", x, net_.classes());
    return net_.finish();
  }

 private:
  Value conv(const std::string& name, Value x, ConvOptions options) {
    options.bias = false;
    const Value value = net_.conv2d(name, x, options);
    net_.init(Init::kaiming_normal_fan_out);
    return value;
  }

  Value norm(const std::string& name, Value x, bool ends_block = false) {
    const Value value = net_.batch_norm2d(name, x);
    net_.init(ends_block && options_.zero_init_residual ? Init::zero : Init::one, Init::zero);
    return value;
  }

  Value block(const std::string& name, Value in, std::int64_t planes, std::int64_t stride) {
    const std::int64_t out = shape_.bottleneck ? planes * 4 : planes;
    Value x =
        shape_.bottleneck ? bottleneck(name, in, planes, stride) : basic(name, in, planes, stride);
    Value shortcut = in;
    if (stride != 1 || net_.shape(in)[0] != out) {
      shortcut = conv(name + "downsample.0", in, {out, 1, stride});
      shortcut = norm(name + "downsample.1", shortcut);
    }
    x = net_.add(name + "add", x, shortcut);
    return net_.relu(name + "relu", x);
  }

  Value basic(const std::string& name, Value x, std::int64_t planes, std::int64_t stride) {
    x = norm(name + "bn1", conv(name + "conv1", x, {planes, 3, stride, 1}));
    x = net_.relu(name + "relu1", x);
    return norm(name + "bn2", conv(name + "conv2", x, {planes, 3, 1, 1}), true);
  }

  Value bottleneck(const std::string& name, Value x, std::int64_t planes, std::int64_t stride) {
    const std::int64_t width = planes * shape_.width_per_group / 64 * shape_.groups;
    x = norm(name + "bn1", conv(name + "conv1", x, {width}));
    x = net_.relu(name + "relu1", x);
    x = norm(name + "bn2", conv(name + "conv2", x, {width, 3, stride, 1, 1, shape_.groups}));
    x = net_.relu(name + "relu2", x);
    return norm(name + "bn3", conv(name + "conv3", x, {planes * 4}), true);
  }

  ResNetShape shape_;
  ResNetOptions options_;
  NetworkBuilder net_;
};

ModelEntry entry(std::string name, std::string help, const ResNetShape& shape) {
  return {std::move(name),
          &ResNetOptions::options(),
          std::move(help),
          [shape](const ModelRequest& request, const Node& options) {
            return ResNet(shape, request, read_options<ResNetOptions>(options)).build();
          }};
}

}  // namespace

void add_resnets(std::vector<ModelEntry>& models) {
  models.push_back(entry("resnet18", "ResNet-18 (torchvision's)", {false, {2, 2, 2, 2}}));
  models.push_back(entry("resnet34", "ResNet-34 (torchvision's)", {false, {3, 4, 6, 3}}));
  models.push_back(entry("resnet50", "ResNet-50 (torchvision's)", {true, {3, 4, 6, 3}}));
  models.push_back(entry("resnet101", "ResNet-101 (torchvision's)", {true, {3, 4, 23, 3}}));
  models.push_back(entry("resnet152", "ResNet-152 (torchvision's)", {true, {3, 8, 36, 3}}));
  models.push_back(entry("wide_resnet50_2",
                         "ResNet-50 with twice the inner width (torchvision's)",
                         {true, {3, 4, 6, 3}, 1, 128}));
  models.push_back(entry("wide_resnet101_2",
                         "ResNet-101 with twice the inner width (torchvision's)",
                         {true, {3, 4, 23, 3}, 1, 128}));
  models.push_back(entry("resnext50_32x4d",
                         "ResNeXt-50, 32 groups of 4 (torchvision's)",
                         {true, {3, 4, 6, 3}, 32, 4}));
  models.push_back(entry("resnext101_32x8d",
                         "ResNeXt-101, 32 groups of 8 (torchvision's)",
                         {true, {3, 4, 23, 3}, 32, 8}));
  models.push_back(entry("resnext101_64x4d",
                         "ResNeXt-101, 64 groups of 4 (torchvision's)",
                         {true, {3, 4, 23, 3}, 64, 4}));
  models.push_back(entry("resnet18_cifar",
                         "ResNet-18 for images of about 32 px: 3x3 stem, no pool",
                         {false, {2, 2, 2, 2}, 1, 64, true}));
  models.push_back(entry("resnet50_cifar",
                         "ResNet-50 for images of about 32 px: 3x3 stem, no pool",
                         {true, {3, 4, 6, 3}, 1, 64, true}));
}

}  // namespace trainer
