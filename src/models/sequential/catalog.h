#pragma once
#include <string>
#include <vector>

#include "models/sequential/context.h"

namespace trainer {

/// Adds one layer, named `name`, to the network; gives its value.
using LayerFunction = LayerContext::Value (*)(LayerContext& context,
                                              const Node& options,
                                              const std::string& name,
                                              LayerContext::Value input);

/// What the catalogue knows of one layer.
struct LayerEntry {
  std::string name;
  const OptionTable* table = nullptr;  ///< null: no options
  std::string help;
  LayerFunction add = nullptr;
};

/// The layers that a network written in the configuration may have, each with its options.
const Catalog& layer_catalog();
/// The same object, perhaps not filled yet: for tables that lie in it and refer to it.
const Catalog& unfilled_layer_catalog();
/// Throws UsageError on an unknown name.
LayerFunction layer_function(const std::string& name);

// Each is defined in the file of the same name.
void add_map_layers(std::vector<LayerEntry>& layers);
void add_plain_layers(std::vector<LayerEntry>& layers);
void add_block_layers(std::vector<LayerEntry>& layers);

}  // namespace trainer
