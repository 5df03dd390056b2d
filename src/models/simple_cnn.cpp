#include <trainer/network_builder.h>

#include "base/text.h"
#include "models/builtin.h"
#include "network/node_facts.h"

namespace trainer {
namespace {

using Value = NetworkBuilder::Value;

struct SimpleCnnOptions {
  std::int64_t width = 32;
  std::vector<std::int64_t> hidden{128};
  double dropout = 0;
  bool batch_norm = false;
  std::string activation = "relu";
  static const OptionTable& options();
};

const OptionTable& SimpleCnnOptions::options() {
  static const OptionTable table =
      OptionTableOf<SimpleCnnOptions>()
          .add("width",
               &SimpleCnnOptions::width,
               "channels of the first convolution; the second has twice as many")
          .range(1, 4096)
          .add("hidden",
               &SimpleCnnOptions::hidden,
               "outputs of the fully connected layers before the last")
          .range(1, 65536)
          .items(0, 16)
          .one_as_list()
          .add("dropout",
               &SimpleCnnOptions::dropout,
               "probability of dropping an input of a fully connected layer")
          .range(0, 1)
          .below(1)
          .add("batch_norm",
               &SimpleCnnOptions::batch_norm,
               "batch norm after each convolution (which then has no bias)")
          .add("activation", &SimpleCnnOptions::activation, "after every layer but the last")
          .choices(activation_names());
  return table;
}

/// Convolution, activation and pooling twice, then fully connected layers. Parameters start as
/// PyTorch's modules do.
class SimpleCnn {
 public:
  SimpleCnn(const ModelRequest& request, SimpleCnnOptions options)
      : options_(std::move(options)),
        kind_(activation_kind(options_.activation)),
        net_({request.channels, request.height, request.width}, request.classes) {}

  Network build() {
    Value x = stage(NetworkBuilder::kInput, 1, options_.width);
    x = stage(x, 2, options_.width * 2);
    x = net_.flatten("flatten", x);
    std::size_t layer = 1;
    for (const std::int64_t outputs : options_.hidden) {
      x = drop(x, layer);
      x = net_.linear(concat("fc", layer), x, outputs);
      x = net_.activation(concat("fc", layer, "_act"), x, kind_);
      ++layer;
    }
    net_.linear(concat("fc", layer), drop(x, layer), net_.classes());
    return net_.finish();
  }

 private:
  Value stage(Value x, int number, std::int64_t channels) {
    x = net_.conv2d(concat("conv", number),
                    x,
                    {.out = channels, .kernel = 3, .padding = 1, .bias = !options_.batch_norm});
    if (options_.batch_norm) x = net_.batch_norm2d(concat("bn", number), x);
    x = net_.activation(concat("act", number), x, kind_);
    // A map of one row or column has nothing left to pool.
    const Shape& map = net_.shape(x);
    return map[1] > 1 && map[2] > 1 ? net_.max_pool2d(concat("pool", number), x, {}) : x;
  }

  Value drop(Value x, std::size_t layer) {
    return options_.dropout > 0 ? net_.dropout(concat("drop", layer), x, options_.dropout) : x;
  }

  SimpleCnnOptions options_;
  op::ActivationKind kind_;
  NetworkBuilder net_;
};

}  // namespace

void add_simple_cnn(std::vector<ModelEntry>& models) {
  models.push_back({"simple_cnn",
                    &SimpleCnnOptions::options(),
                    "two convolutions with pooling, then fully connected layers",
                    [](const ModelRequest& request, const Node& options) {
                      return SimpleCnn(request, read_options<SimpleCnnOptions>(options)).build();
                    }});
}

}  // namespace trainer
