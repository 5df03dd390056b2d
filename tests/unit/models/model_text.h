#pragma once
#include <string>

#include <trainer/error.h>

#include "config/resolve.h"
#include "config/yaml/yaml_reader.h"
#include "models/registry.h"

namespace trainer {

/// A model's options as they come out of the configuration `model.yaml`.
inline Component model_from(const std::string& name, const std::string& options = "{}") {
  Mistakes mistakes;
  const std::optional<Node> written = read_yaml(options, "model.yaml", mistakes);
  const Catalog::Item* item = model_catalog().find(name);
  if (item == nullptr) throw UsageError("no model named " + name);
  Component component;
  component.name = name;
  component.options = Node::map();
  if (written && item->table != nullptr) {
    component.options = resolve(*item->table, *written, {}, mistakes);
  }
  if (!mistakes.empty()) throw ConfigError(mistakes.list());
  return component;
}

inline Network described(const std::string& name,
                         const ModelRequest& request = {},
                         const std::string& options = "{}") {
  return build_network(model_from(name, options), request);
}

}  // namespace trainer
