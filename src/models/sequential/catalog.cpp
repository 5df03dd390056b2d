#include "models/sequential/catalog.h"

#include <map>

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {
namespace {

Catalog& storage() {
  static Catalog catalog("layer");
  return catalog;
}

std::map<std::string, LayerFunction> fill() {
  std::vector<LayerEntry> layers;
  add_map_layers(layers);
  add_plain_layers(layers);
  add_block_layers(layers);
  std::map<std::string, LayerFunction> functions;
  for (const LayerEntry& layer : layers) {
    storage().add(layer.name, layer.table, layer.help);
    functions[layer.name] = layer.add;
  }
  return functions;
}

const std::map<std::string, LayerFunction>& functions() {
  static const std::map<std::string, LayerFunction> filled = fill();
  return filled;
}

}  // namespace

const Catalog& layer_catalog() {
  functions();
  return storage();
}

const Catalog& unfilled_layer_catalog() {
  return storage();
}

LayerFunction layer_function(const std::string& name) {
  const auto found = functions().find(name);
  if (found == functions().end()) {
    throw UsageError(concat("expected a layer (",
                            join(layer_catalog().names(), ", "),
                            "), got \"",
                            printable(name),
                            "\""));
  }
  return found->second;
}

}  // namespace trainer
