#include <nlohmann/json.hpp>

#include <trainer/config.h>
#include <trainer/error.h>

#include "base/text.h"
#include "config/load.h"
#include "config/values/scalars.h"
#include "config/yaml/yaml_writer.h"

namespace trainer {
namespace {

using Json = nlohmann::ordered_json;

/// In a resolved tree a text that could be taken for something else is quoted.
Json json_of(const Node& node) {
  switch (node.kind) {
    case NodeKind::null:
      return nullptr;
    case NodeKind::list: {
      Json list = Json::array();
      for (const Node& item : node.items) list.push_back(json_of(item));
      return list;
    }
    case NodeKind::map: {
      Json map = Json::object();
      for (const NodeEntry& entry : node.entries) map[entry.key] = json_of(entry.value);
      return map;
    }
    case NodeKind::scalar:
      break;
  }
  if (node.quoted) return node.text;
  if (const auto value = read_boolean(node.text).value) return *value;
  if (const auto value = read_integer(node.text).value) return *value;
  if (const auto value = read_number(node.text).value) return *value;
  return node.text;
}

const Node* step_into(const Node& node, const std::string& part) {
  if (!node.is_list()) return node.find(part);
  const auto index = read_integer(part).value;
  const bool inside = index && *index >= 0 && *index < std::ssize(node.items);
  return inside ? &node.items[static_cast<std::size_t>(*index)] : nullptr;
}

}  // namespace

const Node& Config::root() const {
  return impl_->root;
}

const Node& Config::at(const std::string& path) const {
  const Node* node = &root();
  for (const std::string& part : split(path, '.')) {
    node = step_into(*node, part);
    if (!node) {
      throw UsageError(concat("the configuration has no key ",
                              printable(path),
                              ": there is no \"",
                              printable(part),
                              "\""));
    }
  }
  return *node;
}

std::string Config::yaml(bool origins) const {
  return block_yaml(root(), origins);
}

std::string Config::json() const {
  return json_of(root()).dump(2);
}

}  // namespace trainer
