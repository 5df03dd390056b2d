#include "models/registry.h"

#include <map>

#include <trainer/error.h>

#include "base/text.h"
#include "models/builtin.h"

namespace trainer {
namespace {

struct ModelRegistry {
  Catalog catalog{"model"};
  std::map<std::string, ModelFactory> factories;

  ModelRegistry() {
    for (ModelEntry& entry : builtin_models()) {
      add(entry.name, entry.table, entry.help, std::move(entry.build));
    }
  }

  void add(const std::string& name,
           const OptionTable* table,
           const std::string& help,
           ModelFactory factory) {
    catalog.add(name, table, help);
    factories[name] = std::move(factory);
  }
};

ModelRegistry& registry() {
  static ModelRegistry models;
  return models;
}

}  // namespace

const Catalog& model_catalog() {
  return registry().catalog;
}

Network build_network(const Component& model, const ModelRequest& request) {
  const auto factory = registry().factories.find(model.name);
  if (factory == registry().factories.end()) {
    const std::string near = nearest(model.name, model_catalog().names());
    throw UsageError(
        concat("expected the name of a model, got \"",
               printable(model.name),
               "\"",
               near.empty() ? std::string{} : concat("; did you mean \"", near, "\"?")));
  }
  return factory->second(request, model.options);
}

void register_model(const std::string& name,
                    const OptionTable* table,
                    const std::string& help,
                    ModelFactory factory) {
  if (!factory) throw UsageError(concat("model \"", printable(name), "\" has no factory"));
  registry().add(name, table, help, std::move(factory));
}

}  // namespace trainer
