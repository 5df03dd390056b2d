#include "config/diff.h"

#include <algorithm>

#include "base/text.h"
#include "config/yaml/yaml_writer.h"

namespace trainer {
namespace {

class Differ {
 public:
  void compare_section(const OptionTable& table,
                       const Node& before,
                       const Node& after,
                       const std::string& path) {
    std::vector<std::string> keys;
    for (const Node* side : {&before, &after}) {
      for (const NodeEntry& entry : side->entries) {
        if (std::find(keys.begin(), keys.end(), entry.key) == keys.end()) keys.push_back(entry.key);
      }
    }
    for (const std::string& key : keys) {
      const Option* option = table.find(key);
      const std::string inner = path.empty() ? key : concat(path, ".", key);
      compare_option(option, before.find(key), after.find(key), inner);
    }
  }

  std::vector<ConfigChange> take() { return std::move(changes_); }

 private:
  /// `option` is null for the keys of a picked component: they belong to what is trained.
  void compare_option(const Option* option,
                      const Node* before,
                      const Node* after,
                      const std::string& key) {
    const bool section = option && option->type.kind == OptionType::Kind::section && before &&
                         after && before->is_map() && after->is_map();
    if (section && !option->free_to_change && !option->changeable_on_request) {
      compare_section(*option->type.table, *before, *after, key);
      return;
    }
    const ChangeRule rule = !option                         ? ChangeRule::fixed
                            : option->free_to_change        ? ChangeRule::free
                            : option->changeable_on_request ? ChangeRule::on_request
                                                            : ChangeRule::fixed;
    compare(before, after, key, rule);
  }

  void compare(const Node* before, const Node* after, const std::string& key, ChangeRule rule) {
    if (before && after && before->is_map() && after->is_map() && same_keys(*before, *after)) {
      for (std::size_t i = 0; i < before->entries.size(); ++i) {
        compare(&before->entries[i].value,
                &after->entries[i].value,
                concat(key, ".", before->entries[i].key),
                rule);
      }
      return;
    }
    if (before && after && before->is_list() && after->is_list() &&
        before->items.size() == after->items.size()) {
      for (std::size_t i = 0; i < before->items.size(); ++i) {
        compare(&before->items[i], &after->items[i], concat(key, ".", i), rule);
      }
      return;
    }
    ConfigChange change;
    change.key = key;
    change.rule = rule;
    if (before) change.before = flow_yaml(*before);
    if (after) change.after = flow_yaml(*after);
    if (change.before == change.after) return;
    if (before) change.before_at = before->position;
    if (after) change.after_at = after->position;
    changes_.push_back(std::move(change));
  }

  static bool same_keys(const Node& a, const Node& b) {
    return std::equal(a.entries.begin(),
                      a.entries.end(),
                      b.entries.begin(),
                      b.entries.end(),
                      [](const NodeEntry& x, const NodeEntry& y) { return x.key == y.key; });
  }

  std::vector<ConfigChange> changes_;
};

}  // namespace

std::vector<ConfigChange> config_diff(const OptionTable& table,
                                      const Node& before,
                                      const Node& after) {
  Differ differ;
  differ.compare_section(table, before, after, "");
  return differ.take();
}

std::string diff_text(const std::vector<ConfigChange>& changes) {
  const auto shown = [](const std::string& value) { return value.empty() ? "(not there)" : value; };
  std::string text;
  for (const ConfigChange& change : changes) {
    text += concat(
        printable(change.key), ": ", shown(change.before), " -> ", shown(change.after), "\n");
  }
  return text;
}

}  // namespace trainer
