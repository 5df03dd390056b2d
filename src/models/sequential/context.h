#pragma once
#include <string>
#include <vector>

#include <trainer/network_builder.h>
#include <trainer/options.h>

namespace trainer {

/// The network while a list of layers is read into it.
class LayerContext {
 public:
  using Value = NetworkBuilder::Value;

  explicit LayerContext(NetworkBuilder& net) : net_(net) {}

  NetworkBuilder& net() { return net_; }
  /// Adds the layers one after the other; layer i has the module path `path`.i (i alone where
  /// `path` is empty) and its messages the key `key`.i.name.
  Value run(const std::vector<Component>& layers,
            Value input,
            const std::string& path,
            const std::string& key);
  /// The layer in work: messages of the builder point to it.
  const std::string& key() const { return key_; }
  const Position& position() const { return position_; }
  /// Points messages there again after layers within were added.
  void point_to(const Position& position, const std::string& key);

 private:
  NetworkBuilder& net_;
  Position position_;
  std::string key_;
};

/// A number of outputs, or as many as there are classes.
std::int64_t outputs_of(const Or<std::int64_t>& out, const NetworkBuilder& net);

}  // namespace trainer
