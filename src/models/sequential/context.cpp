#include "models/sequential/context.h"

#include "base/text.h"
#include "models/sequential/catalog.h"

namespace trainer {

LayerContext::Value LayerContext::run(const std::vector<Component>& layers,
                                      Value input,
                                      const std::string& path,
                                      const std::string& key) {
  Value value = input;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    const Component& layer = layers[i];
    const std::string name = path.empty() ? concat(i) : concat(path, ".", i);
    point_to(layer.position, concat(key, ".", i, ".", layer.name));
    value = layer_function(layer.name)(*this, layer.options, name, value);
  }
  return value;
}

void LayerContext::point_to(const Position& position, const std::string& key) {
  position_ = position;
  key_ = key;
  net_.at(position_, key_);
}

std::int64_t outputs_of(const Or<std::int64_t>& out, const NetworkBuilder& net) {
  return out.is("num_classes") ? net.classes() : out.value;
}

}  // namespace trainer
