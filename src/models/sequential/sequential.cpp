#include "models/builtin.h"
#include "models/sequential/catalog.h"

namespace trainer {
namespace {

struct SequentialOptions {
  std::vector<Component> layers;
  static const OptionTable& options();
};

const OptionTable& SequentialOptions::options() {
  static const OptionTable table =
      OptionTableOf<SequentialOptions>()
          .add("layers", &SequentialOptions::layers, "the layers, in the order in which they run")
          .from(layer_catalog())
          .items(1)
          .required();
  return table;
}

/// A network written in the configuration; parameters are named as in torch.nn.Sequential and start
/// as PyTorch's modules do.
Network build_sequential(const ModelRequest& request, const Node& options) {
  const auto sequential = read_options<SequentialOptions>(options);
  NetworkBuilder net({request.channels, request.height, request.width}, request.classes);
  LayerContext context(net);
  const NetworkBuilder::Value last =
      context.run(sequential.layers, NetworkBuilder::kInput, "", "model.layers");
  if (!sequential.layers.empty()) {
    const std::size_t index = sequential.layers.size() - 1;
    const Component& layer = sequential.layers.back();
    context.point_to(layer.position, "model.layers." + std::to_string(index) + "." + layer.name);
  }
  if (net.shape(last) == Shape{request.classes, 1, 1}) net.flatten("flatten", last);
  return net.finish();
}

}  // namespace

void add_sequential(std::vector<ModelEntry>& models) {
  models.push_back({"sequential",
                    &SequentialOptions::options(),
                    "a network written in the configuration as a list of layers",
                    build_sequential});
}

}  // namespace trainer
