#include "config/unknown_key.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace trainer {
namespace {

std::vector<std::string> known_keys(const KeyContext& context) {
  std::vector<std::string> keys;
  if (!context.section.variant_key().empty()) keys.push_back(context.section.variant_key());
  for (const Option& option : context.section.options()) keys.push_back(option.key);
  if (context.variant && context.variant->table) {
    for (const Option& option : context.variant->table->options()) keys.push_back(option.key);
  }
  return keys;
}

/// Other components of the section's kind that have the key: a hint that the wrong one is picked,
/// or that an inherited key was left behind.
std::string other_variant_hint(const KeyContext& context, const NodeEntry& entry) {
  if (!context.variant) return {};
  std::vector<std::string> owners;
  for (const Catalog::Item& item : context.section.variant_catalog()->items()) {
    if (item.table && item.table->find(entry.key)) owners.push_back(item.name);
  }
  if (owners.empty()) return {};
  std::string hint =
      concat("it is an option of ", join(owners, ", "), ", not of ", context.variant->name);
  const Node* name = context.written.find(context.section.variant_key());
  if (name && name->position.file != entry.position.file) {
    hint += concat("; `", context.path, ": !replace` drops what a base has set");
  }
  return hint;
}

/// Dotted path of a section that has the key, or empty.
std::string owner_of(const OptionTable& table,
                     const std::string& path,
                     std::string_view key,
                     int depth) {
  if (!path.empty() && (table.find(key) || table.variant_key() == key)) return path;
  if (depth == 0) return {};
  for (const Option& option : table.options()) {
    if (option.type.kind != OptionType::Kind::section) continue;
    const std::string inner = path.empty() ? option.key : concat(path, ".", option.key);
    if (const std::string found = owner_of(*option.type.table, inner, key, depth - 1);
        !found.empty()) {
      return found;
    }
  }
  return {};
}

}  // namespace

void report_unknown_key(const KeyContext& context, const NodeEntry& entry, Mistakes& mistakes) {
  const std::vector<std::string> keys = known_keys(context);
  std::string hint = other_variant_hint(context, entry);
  const std::string near = nearest(entry.key, keys);
  if (hint.empty() && !near.empty()) hint = concat("did you mean \"", near, "\"?");
  if (hint.empty()) {
    const std::string owner = owner_of(context.root, "", entry.key, 3);
    if (!owner.empty() && owner != context.path)
      hint = concat("did you mean ", owner, ".", entry.key, "?");
  }
  if (hint.empty()) {
    hint = keys.empty() ? "there are no keys here" : concat("known keys: ", join(keys, ", "));
  }
  mistakes.add(entry.position,
               context.path.empty() ? entry.key : concat(context.path, ".", entry.key),
               "unknown key",
               hint);
}

}  // namespace trainer
