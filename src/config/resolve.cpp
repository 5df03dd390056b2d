#include "config/resolve.h"

#include <algorithm>

#include "base/text.h"
#include "config/expected_text.h"
#include "config/unknown_key.h"
#include "config/yaml/yaml_writer.h"

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

void clear_tags(Node& node) {
  node.replace = false;
  for (Node& item : node.items) clear_tags(item);
  for (NodeEntry& entry : node.entries) clear_tags(entry.value);
}

const NodeEntry* entry_of(const Node& map, std::string_view key) {
  const auto found = std::find_if(map.entries.begin(),
                                  map.entries.end(),
                                  [key](const NodeEntry& entry) { return entry.key == key; });
  return found == map.entries.end() ? nullptr : &*found;
}

bool has_word(const OptionType& type, const Node& node) {
  return node.is_scalar() &&
         std::find(type.words.begin(), type.words.end(), node.text) != type.words.end();
}

class Resolver {
 public:
  Resolver(const OptionTable& root, Mistakes& mistakes, bool complete)
      : root_(root), mistakes_(mistakes), complete_(complete) {}

  /// `written` is a map, or null for one without keys.
  Node section(const OptionTable& table,
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

 private:
  static bool belongs_to_any(const Catalog& catalog, std::string_view key) {
    return std::any_of(catalog.items().begin(), catalog.items().end(), [key](const auto& item) {
      return item.table && item.table->find(key);
    });
  }

  const Catalog::Item* pick_variant(const OptionTable& table,
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

  static std::string name_of(const Catalog& catalog) {
    return concat("the name of a ", catalog.kind());
  }

  void report_missing(const Position& at,
                      const std::string& key,
                      const std::string& expected,
                      const std::string& hint) {
    if (complete_) mistakes_.add(at, key, concat("missing: expected ", expected), hint);
  }

  void report_unknown_name(const Catalog& catalog,
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

  void add_options(const OptionTable& table,
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
        std::optional<Node> value = resolve_value(option.type, entry->value, key, entry->position);
        added.value = value ? *std::move(value) : fallback(option, key);
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

  static Node default_map() {
    Node node = Node::map();
    node.position = {"default", 0, 0};
    return node;
  }

  /// The default of an option, completed; mistakes in it are the table's, not the user's.
  Node fallback(const Option& option, const std::string& key) const {
    Node written = option.fallback;
    const Position position{"default", 0, 0};
    set_positions(written, position);
    Mistakes own;
    Resolver resolver(root_, own, true);
    std::optional<Node> value = resolver.resolve_value(option.type, written, key, position);
    const bool excused = option.required || option.type.kind == Kind::section;
    if (!own.empty() && !excused) {
      throw InternalError(concat("a bug in the options of trainer: the default of ",
                                 key,
                                 ": ",
                                 own.list().front().message));
    }
    return value ? *std::move(value) : written;
  }

  std::optional<Node> resolve_value(const OptionType& type,
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

  static Node word(const Node& written) {
    Node node = Node::scalar(written.text);
    node.position = written.position;
    return node;
  }

  std::optional<Node> refuse(const OptionType& type,
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

  std::optional<Node> list(const OptionType& type, const Node& written, const std::string& key) {
    if (has_word(type, written)) return word(written);
    Node resolved = Node::list();
    resolved.position = written.position;
    if (!written.is_list()) {
      if (!type.one_as_list || written.is_null()) {
        const bool single = written.is_scalar() && type.words.empty();
        return refuse(type,
                      written,
                      key,
                      single ? concat("write [", flow_yaml(written), "]") : std::string());
      }
      std::optional<Node> item = resolve_value(*type.element, written, key, written.position);
      if (!item) return std::nullopt;
      resolved.items.push_back(*std::move(item));
      return resolved;
    }
    const std::size_t count = written.items.size();
    if (count < type.min_items || (type.max_items && count > *type.max_items)) {
      return refuse(type, written, key, {});
    }
    bool good = true;
    for (std::size_t i = 0; i < count; ++i) {
      const Node& item = written.items[i];
      std::optional<Node> value =
          resolve_value(*type.element, item, concat(key, ".", i), item.position);
      good = good && value;
      if (value) resolved.items.push_back(*std::move(value));
    }
    return good ? std::optional<Node>(std::move(resolved)) : std::nullopt;
  }

  std::optional<Node> map(const OptionType& type,
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

  std::optional<Node> component(const OptionType& type,
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
    std::optional<Node> resolved = component_options(*item, options, inside(key, name), at);
    if (!resolved) return std::nullopt;
    Node node = Node::map({NodeEntry{name, *std::move(resolved), at}});
    node.position = written.position;
    return node;
  }

  static std::string component_hint(const Catalog& catalog, const Node& written) {
    const Node* name = written.is_map() ? written.find("name") : nullptr;
    if (name && name->is_scalar()) return concat("write {", name->text, ": {options}}");
    return written.is_map() ? concat("one ", catalog.kind(), " an item") : std::string();
  }

  std::optional<Node> component_options(const Catalog::Item& item,
                                        Node options,
                                        const std::string& key,
                                        const Position& at) {
    static const OptionTable kNoOptions;
    const OptionTable& table = item.table ? *item.table : kNoOptions;
    if (!options.is_map() && !options.is_null()) {
      if (table.shorthand().empty()) {
        mistakes_.add(
            options.position,
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

  const OptionTable& root_;
  Mistakes& mistakes_;
  bool complete_;
};

}  // namespace

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
