#include <algorithm>
#include <utility>

#include "base/text.h"
#include "config/expected_text.h"
#include "config/resolve.h"
#include "config/resolver.h"
#include "config/yaml/yaml_writer.h"

namespace trainer {
namespace {

using Kind = OptionType::Kind;

void clear_tags(Node& node) {
  node.replace = false;
  for (Node& item : node.items) clear_tags(item);
  for (NodeEntry& entry : node.entries) clear_tags(entry.value);
}

bool has_word(const OptionType& type, const Node& node) {
  return node.is_scalar() &&
         std::find(type.words.begin(), type.words.end(), node.text) != type.words.end();
}

Node word(const Node& written) {
  Node node = Node::scalar(written.text);
  node.position = written.position;
  return node;
}

std::string component_hint(const Catalog& catalog, const Node& written) {
  const Node* name = written.is_map() ? written.find("name") : nullptr;
  if (name && name->is_scalar()) return concat("write {", name->text, ": {options}}");
  return written.is_map() ? concat("one ", catalog.kind(), " an item") : std::string();
}

}  // namespace

std::optional<Node> Resolver::value(const OptionType& type,
                                    const Node& written,
                                    const std::string& key,
                                    const Position& at) {
  switch (type.kind) {
    case Kind::list:
      return list(type, written, key);
    case Kind::section:
      return map(type, written, key, at);
    case Kind::component:
      if (has_word(type, written)) return word(written);
      return component(type, written, key);
    case Kind::any: {
      Node copy = written;
      clear_tags(copy);
      return copy;
    }
    default:
      return resolve_scalar(type, written, key, mistakes_);
  }
}

std::optional<Node> Resolver::refuse(const OptionType& type,
                                     const Node& written,
                                     const std::string& key,
                                     const std::string& hint) {
  const std::string near = written.is_scalar() ? nearest(written.text, type.words) : "";
  mistakes_.add(written.position,
                key,
                concat("expected ", expected_text(type), ", got ", found_text(written)),
                near.empty() ? hint : concat("did you mean \"", near, "\"?"));
  return std::nullopt;
}

std::optional<Node> Resolver::list(const OptionType& type,
                                   const Node& written,
                                   const std::string& key) {
  if (has_word(type, written)) return word(written);
  if (!written.is_list()) return list_of_one(type, written, key);
  const std::size_t count = written.items.size();
  if (count < type.min_items || (type.max_items && count > *type.max_items)) {
    return refuse(type, written, key, {});
  }
  Node resolved = Node::list();
  resolved.position = written.position;
  bool good = true;
  for (std::size_t i = 0; i < count; ++i) {
    const Node& item = written.items[i];
    std::optional<Node> found = value(*type.element, item, concat(key, ".", i), item.position);
    good = good && found;
    if (found) resolved.items.push_back(*std::move(found));
  }
  return good ? std::optional<Node>(std::move(resolved)) : std::nullopt;
}

std::optional<Node> Resolver::list_of_one(const OptionType& type,
                                          const Node& written,
                                          const std::string& key) {
  if (!type.one_as_list || written.is_null()) {
    const bool single = written.is_scalar() && type.words.empty();
    return refuse(
        type, written, key, single ? concat("write [", flow_yaml(written), "]") : std::string());
  }
  std::optional<Node> item = value(*type.element, written, key, written.position);
  if (!item) return std::nullopt;
  Node resolved = Node::list({*std::move(item)});
  resolved.position = written.position;
  return resolved;
}

std::optional<Node> Resolver::map(const OptionType& type,
                                  const Node& written,
                                  const std::string& key,
                                  const Position& at) {
  if (has_word(type, written)) return word(written);
  // A section whose keys are all commented out is empty, not wrong.
  const bool empty = written.is_null() && type.words.empty();
  if (written.is_map() || empty) return section(*type.table, written, key, at);
  const OptionTable& table = *type.table;
  const bool names = written.is_scalar() && !table.variant_key().empty();
  const std::string shown = written.is_scalar() ? flow_yaml(written) : std::string();
  return refuse(type,
                written,
                key,
                names ? concat("write {", table.variant_key(), ": ", shown, "}")
                      : "write `key: value` pairs below it");
}

std::optional<Node> Resolver::component(const OptionType& type,
                                        const Node& written,
                                        const std::string& key) {
  const Catalog& catalog = *type.catalog;
  std::string name;
  Node options = Node::map();
  Position at = written.position;
  options.position = at;
  if (written.is_scalar()) {
    name = written.text;
  } else if (written.is_map() && written.entries.size() == 1) {
    name = written.entries[0].key;
    options = written.entries[0].value;
    at = written.entries[0].position;
  } else {
    return refuse(type, written, key, component_hint(catalog, written));
  }
  const Catalog::Item* item = catalog.find(name);
  if (!item) {
    report_unknown_name(catalog, Node::scalar(name), at, key);
    return std::nullopt;
  }
  std::optional<Node> resolved = component_options(*item, options, concat(key, ".", name), at);
  if (!resolved) return std::nullopt;
  Node node = Node::map({NodeEntry{name, *std::move(resolved), at}});
  node.position = written.position;
  return node;
}

std::optional<Node> Resolver::component_options(const Catalog::Item& item,
                                                Node options,
                                                const std::string& key,
                                                const Position& at) {
  static const OptionTable kNoOptions;
  const OptionTable& table = item.table ? *item.table : kNoOptions;
  if (!options.is_map() && !options.is_null()) {
    if (table.shorthand().empty()) {
      mistakes_.add(options.position,
                    key,
                    concat("expected a map of options, got ", found_text(options)),
                    table.options().empty()
                        ? concat(item.name, " has no options")
                        : concat("write ", item.name, ": {", table.options().front().key, ": …}"));
      return std::nullopt;
    }
    Node map = Node::map();
    map.position = options.position;
    map.set(table.shorthand(), std::move(options));
    options = std::move(map);
  }
  return section(table, options, key, at);
}

}  // namespace trainer
