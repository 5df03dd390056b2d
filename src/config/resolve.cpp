#include "config/resolve.h"

#include <algorithm>

#include "base/text.h"
#include "config/expected_text.h"
#include "config/resolver.h"
#include "config/unknown_key.h"

namespace trainer {
namespace {

using Kind = OptionType::Kind;

std::string inside(const std::string& path, std::string_view key) {
  return path.empty() ? std::string(key) : concat(path, ".", key);
}

void set_positions(Node& node, const Position& position) {
  node.position = position;
  for (Node& item : node.items) set_positions(item, position);
  for (NodeEntry& entry : node.entries) {
    entry.position = position;
    set_positions(entry.value, position);
  }
}

const NodeEntry* entry_of(const Node& map, std::string_view key) {
  const auto found = std::find_if(map.entries.begin(),
                                  map.entries.end(),
                                  [key](const NodeEntry& entry) { return entry.key == key; });
  return found == map.entries.end() ? nullptr : &*found;
}

bool belongs_to_any(const Catalog& catalog, std::string_view key) {
  return std::any_of(catalog.items().begin(), catalog.items().end(), [key](const auto& item) {
    return item.table && item.table->find(key);
  });
}

std::string name_of(const Catalog& catalog) {
  return concat("the name of ", with_article(catalog.kind()));
}

Node default_map() {
  Node node = Node::map();
  node.position = {"default", 0, 0};
  return node;
}

}  // namespace

Node Resolver::section(const OptionTable& table,
                       const Node& written,
                       const std::string& path,
                       const Position& at) {
  Node resolved = Node::map();
  resolved.position = written.position;
  const Catalog::Item* variant = nullptr;
  bool variant_known = true;
  if (!table.variant_key().empty()) {
    variant = pick_variant(table, written, path, at, resolved);
    variant_known = variant != nullptr;
  }
  const OptionTable* variant_table = variant ? variant->table : nullptr;
  for (const NodeEntry& entry : written.entries) {
    const bool known = entry.key == table.variant_key() || table.find(entry.key) ||
                       (variant_table && variant_table->find(entry.key));
    if (known) continue;
    // Without the component nobody can tell which keys it has.
    if (!variant_known && belongs_to_any(*table.variant_catalog(), entry.key)) continue;
    report_unknown_key({root_, table, variant, written, path}, entry, mistakes_);
  }
  add_options(table, written, path, at, resolved);
  if (variant_table) add_options(*variant_table, written, path, at, resolved);
  return resolved;
}

const Catalog::Item* Resolver::pick_variant(const OptionTable& table,
                                            const Node& written,
                                            const std::string& path,
                                            const Position& at,
                                            Node& resolved) {
  const Catalog& catalog = *table.variant_catalog();
  const std::string key = inside(path, table.variant_key());
  const Node* name = written.find(table.variant_key());
  if (!name) {
    if (table.variant_fallback().empty()) {
      report_missing(at, key, name_of(catalog), concat("known: ", join(catalog.names(), ", ")));
      return nullptr;
    }
    Node fallback = Node::scalar(table.variant_fallback());
    fallback.position = {"default", 0, 0};
    resolved.set(table.variant_key(), std::move(fallback));
    return catalog.find(table.variant_fallback());
  }
  const Catalog::Item* item = name->is_scalar() ? catalog.find(name->text) : nullptr;
  if (!item) {
    report_unknown_name(catalog, *name, name->position, key);
    return nullptr;
  }
  Node value = Node::scalar(name->text);
  value.position = name->position;
  resolved.set(table.variant_key(), std::move(value));
  return item;
}

void Resolver::report_missing(const Position& at,
                              const std::string& key,
                              const std::string& expected,
                              const std::string& hint) {
  if (complete_) mistakes_.add(at, key, concat("missing: expected ", expected), hint);
}

void Resolver::report_unknown_name(const Catalog& catalog,
                                   const Node& found,
                                   const Position& at,
                                   const std::string& key) {
  const std::string near = found.is_scalar() ? nearest(found.text, catalog.names()) : "";
  mistakes_.add(at,
                key,
                concat("expected ", name_of(catalog), ", got ", found_text(found)),
                near.empty() ? concat("known: ", join(catalog.names(), ", "))
                             : concat("did you mean \"", near, "\"?"));
}

void Resolver::add_options(const OptionTable& table,
                           const Node& written,
                           const std::string& path,
                           const Position& at,
                           Node& resolved) {
  for (const Option& option : table.options()) {
    if (resolved.find(option.key)) continue;
    const std::string key = inside(path, option.key);
    const NodeEntry* entry = entry_of(written, option.key);
    NodeEntry& added = resolved.entries.emplace_back();
    added.key = option.key;
    added.position = entry ? entry->position : Position{"default", 0, 0};
    if (entry) {
      std::optional<Node> found = value(option.type, entry->value, key, entry->position);
      added.value = found ? *std::move(found) : fallback(option, key);
      continue;
    }
    if (option.required) {
      report_missing(at, key, expected_text(option.type), option.help);
      added.value = fallback(option, key);
    } else if (option.type.kind == Kind::section && option.fallback.is_map()) {
      // Not through the fallback: what is required inside of it is missing all the same.
      added.value = section(*option.type.table, default_map(), key, at);
    } else {
      added.value = fallback(option, key);
    }
  }
}

/// The default of an option, completed; mistakes in it are the table's, not the user's.
Node Resolver::fallback(const Option& option, const std::string& key) const {
  Node written = option.fallback;
  const Position position{"default", 0, 0};
  set_positions(written, position);
  Mistakes own;
  Resolver resolver(root_, own, true);
  std::optional<Node> value = resolver.value(option.type, written, key, position);
  const bool excused = option.required || option.type.kind == Kind::section;
  if (!own.empty() && !excused) {
    throw InternalError(concat(
        "a bug in the options of trainer: the default of ", key, ": ", own.list().front().message));
  }
  return value ? *std::move(value) : written;
}

Node resolve(const OptionTable& table,
             const Node& written,
             const Position& at,
             Mistakes& mistakes,
             bool complete) {
  if (written.is_map() || written.is_null()) {
    return Resolver(table, mistakes, complete).section(table, written, "", at);
  }
  mistakes.add(written.position.line > 0 ? written.position : at,
               "",
               concat("expected a map of keys, got ", found_text(written)),
               "write `key: value` lines");
  return Resolver(table, mistakes, false).section(table, Node::map(), "", at);
}

}  // namespace trainer
