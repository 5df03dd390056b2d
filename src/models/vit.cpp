#include <cmath>

#include <trainer/network_builder.h>

#include "base/text.h"
#include "models/builtin.h"

namespace trainer {
namespace {

using Value = NetworkBuilder::Value;

/// What tells the family apart.
struct VitShape {
  std::int64_t patch = 16;  ///< px
  int layers = 12;
  std::int64_t heads = 12;
  std::int64_t width = 768;
  std::int64_t mlp = 3072;
};

struct VitOptions {
  double dropout = 0;
  static const OptionTable& options();
};

const OptionTable& VitOptions::options() {
  static const OptionTable table = OptionTableOf<VitOptions>()
                                       .add("dropout",
                                            &VitOptions::dropout,
                                            "share dropped after each attention and linear layer")
                                       .range(0, 0.99);
  return table;
}

/// "An image is worth 16x16 words" (Dosovitskiy et al., 2020) as
/// torchvision.models.vision_transformer has it.
class VisionTransformer {
 public:
  VisionTransformer(const VitShape& shape, const ModelRequest& request, const VitOptions& options)
      : shape_(shape),
        options_(options),
        net_({request.channels, request.height, request.width}, request.classes) {
    if (request.height % shape.patch != 0 || request.width % shape.patch != 0) {
      net_.fail(concat("this ViT cuts images into patches of ",
                       shape.patch,
                       " px; expected a height and width that it divides, got ",
                       shape_text({request.height, request.width})),
                "set data.image_size and the transforms to a multiple");
    }
  }

  Network build() {
    net_.reserve("class_token");
    Value x = net_.conv2d("conv_proj",
                          NetworkBuilder::kInput,
                          {.out = shape_.width, .kernel = shape_.patch, .stride = shape_.patch});
    const auto fan_in =
        static_cast<double>(net_.shape(NetworkBuilder::kInput)[0] * shape_.patch * shape_.patch);
    net_.init(Init::trunc_normal(std::sqrt(1 / fan_in)), Init::zero);
    x = net_.node("tokens", op::Tokens{}, {x});
    x = net_.node("class_token", op::ClassToken{}, {x});
    net_.init(Init::zero);
    x = net_.node("encoder.pos_embedding", op::PositionEmbedding{}, {x});
    net_.init(Init::normal(0.02));
    x = drop("encoder.dropout", x);
    for (int i = 0; i < shape_.layers; ++i) {
      x = layer(concat("encoder.layers.encoder_layer_", i, "."), x);
    }
    x = net_.layer_norm("encoder.ln", x, kEps);
    x = net_.node("class_of_image", op::SelectToken{0}, {x});
    net_.linear("heads.head", x, net_.classes());
    net_.init(Init::zero, Init::zero);
    return net_.finish();
  }

 private:
  static constexpr double kEps = 1e-6;

  Value drop(const std::string& name, Value x) {
    return options_.dropout > 0 ? net_.dropout(name, x, options_.dropout) : x;
  }

  Value linear(const std::string& name, Value x, std::int64_t out) {
    const Value value = net_.linear(name, x, out);
    net_.init(Init::xavier_uniform, Init::normal(1e-6));
    return value;
  }

  Value layer(const std::string& name, Value in) {
    Value x = net_.layer_norm(name + "ln_1", in, kEps);
    x = net_.node(name + "self_attention", op::Attention{0, shape_.heads}, {x});
    x = drop(name + "dropout", x);
    const Value heard = net_.add(name + "add_1", x, in);
    x = net_.layer_norm(name + "ln_2", heard, kEps);
    x = linear(name + "mlp.0", x, shape_.mlp);
    x = net_.activation(name + "mlp.1", x, op::ActivationKind::gelu);
    x = linear(name + "mlp.3", drop(name + "mlp.2", x), shape_.width);
    return net_.add(name + "add_2", drop(name + "mlp.4", x), heard);
  }

  VitShape shape_;
  VitOptions options_;
  NetworkBuilder net_;
};

ModelEntry entry(std::string name, std::string help, const VitShape& shape) {
  return {std::move(name),
          &VitOptions::options(),
          std::move(help),
          [shape](const ModelRequest& request, const Node& options) {
            return VisionTransformer(shape, request, read_options<VitOptions>(options)).build();
          }};
}

}  // namespace

void add_vits(std::vector<ModelEntry>& models) {
  models.push_back(entry("vit_b_16", "ViT-B/16 (torchvision's)", {}));
  models.push_back(entry("vit_b_32", "ViT-B/32 (torchvision's)", {.patch = 32}));
  models.push_back(entry("vit_l_16",
                         "ViT-L/16 (torchvision's)",
                         {.patch = 16, .layers = 24, .heads = 16, .width = 1024, .mlp = 4096}));
  models.push_back(entry("vit_tiny_cifar",
                         "ViT for images of about 32 px: patches of 4 px, 6 layers 192 wide",
                         {.patch = 4, .layers = 6, .heads = 3, .width = 192, .mlp = 768}));
  models.push_back(entry("vit_small_cifar",
                         "ViT for images of about 32 px: patches of 4 px, 8 layers 384 wide",
                         {.patch = 4, .layers = 8, .heads = 6, .width = 384, .mlp = 1536}));
}

}  // namespace trainer
