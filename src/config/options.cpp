#include <algorithm>
#include <limits>

#include <trainer/error.h>
#include <trainer/options.h>

#include "base/text.h"
#include "config/mistakes.h"
#include "config/values/scalars.h"
#include "config/values/units.h"
#include "config/yaml/yaml_writer.h"

namespace trainer {
namespace {

/// Trees from the resolver never fail here; trees that a caller made by hand may.
[[noreturn]] void refuse(const Node& node, const char* expected, const std::string& hint = {}) {
  ConfigMistake mistake;
  mistake.file = node.position.file;
  mistake.line = node.position.line;
  mistake.column = node.position.column;
  mistake.message = concat("expected ", expected, ", got ", found_text(node));
  mistake.hint = hint;
  throw ConfigError(std::move(mistake));
}

template <class T>
T read_or_refuse(const Node& node, Reading<T> (*read)(std::string_view), const char* expected) {
  if (!node.is_scalar()) refuse(node, expected);
  Reading<T> reading = read(node.text);
  if (!reading.value) refuse(node, expected, reading.hint);
  return *std::move(reading.value);
}

OptionType type_of_kind(OptionType::Kind kind) {
  OptionType type;
  type.kind = kind;
  return type;
}

}  // namespace

namespace detail {

void read_value(const Node& node, bool& out) {
  out = read_or_refuse(node, read_boolean, "true or false");
}
void read_value(const Node& node, std::int64_t& out) {
  out = read_or_refuse(node, read_integer, "a whole number");
}
void read_value(const Node& node, int& out) {
  const std::int64_t value = read_or_refuse(node, read_integer, "a whole number");
  if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max()) {
    refuse(node, "a whole number of at most 32 bits");
  }
  out = static_cast<int>(value);
}
void read_value(const Node& node, double& out) {
  out = read_or_refuse(node, read_number, "a number");
}
void read_value(const Node& node, std::string& out) {
  if (!node.is_scalar()) refuse(node, "a text");
  out = node.text;
}
void read_value(const Node& node, Duration& out) {
  out = read_or_refuse(node, read_duration, "a time such as 10min");
}
void read_value(const Node& node, ByteSize& out) {
  out = read_or_refuse(node, read_byte_size, "a size such as 25MiB");
}
void read_value(const Node& node, Percent& out) {
  out = read_or_refuse(node, read_percent, "a share such as 1%");
}
void read_value(const Node& node, Span& out) {
  out = read_or_refuse(node, read_span, "a span such as 5ep or 1000step");
}
void read_value(const Node& node, Interval& out) {
  out = read_or_refuse(node, read_interval, "an interval such as 1ep, 100step or 10min");
}
void read_value(const Node& node, Component& out) {
  if (!node.is_map() || node.entries.size() != 1) refuse(node, "a map of one name");
  out.name = node.entries[0].key;
  out.options = node.entries[0].value;
  out.position = node.entries[0].position;
}
void read_value(const Node& node, Node& out) {
  out = node;
}

Node render_value(bool value) {
  return Node::scalar(value ? "true" : "false");
}
Node render_value(std::int64_t value) {
  return Node::scalar(concat(value));
}
Node render_value(int value) {
  return Node::scalar(concat(value));
}
Node render_value(double value) {
  // Without a point, readers of YAML 1.1 take `1e-05` for a text.
  std::string text = number_text(value);
  const std::size_t exponent = text.find('e');
  if (exponent != std::string::npos && text.find('.') == std::string::npos) {
    text.insert(exponent, ".0");
  }
  return Node::scalar(std::move(text));
}
Node render_value(const std::string& value) {
  return Node::scalar(value, needs_quotes(value));
}
Node render_value(const Duration& value) {
  return Node::scalar(unit_text(value));
}
Node render_value(const ByteSize& value) {
  return Node::scalar(unit_text(value));
}
Node render_value(const Percent& value) {
  return Node::scalar(unit_text(value));
}
Node render_value(const Span& value) {
  return Node::scalar(unit_text(value));
}
Node render_value(const Interval& value) {
  return Node::scalar(unit_text(value));
}
Node render_value(const Component& value) {
  Node node = Node::map();
  node.set(value.name, value.options.is_map() ? value.options : Node::map());
  return node;
}
Node render_value(const Node& value) {
  return value;
}

OptionType type_of(const bool*) {
  return type_of_kind(OptionType::Kind::boolean);
}
OptionType type_of(const std::int64_t*) {
  return type_of_kind(OptionType::Kind::integer);
}
OptionType type_of(const int*) {
  OptionType type = type_of_kind(OptionType::Kind::integer);
  type.min = std::numeric_limits<int>::min();
  type.max = std::numeric_limits<int>::max();
  return type;
}
OptionType type_of(const double*) {
  return type_of_kind(OptionType::Kind::number);
}
OptionType type_of(const std::string*) {
  return type_of_kind(OptionType::Kind::text);
}
OptionType type_of(const Duration*) {
  return type_of_kind(OptionType::Kind::duration);
}
OptionType type_of(const ByteSize*) {
  return type_of_kind(OptionType::Kind::byte_size);
}
OptionType type_of(const Percent*) {
  return type_of_kind(OptionType::Kind::percent);
}
OptionType type_of(const Span*) {
  return type_of_kind(OptionType::Kind::span);
}
OptionType type_of(const Interval*) {
  // Something that happens every 0 steps would never come to an end.
  OptionType type = type_of_kind(OptionType::Kind::interval);
  type.min = 0;
  type.min_open = true;
  return type;
}
OptionType type_of(const Component*) {
  return type_of_kind(OptionType::Kind::component);
}
OptionType type_of(const Node*) {
  return type_of_kind(OptionType::Kind::any);
}

bool is_plain_word(const Node& node, std::string_view word) {
  return node.is_scalar() && !node.quoted && node.text == word;
}

bool is_word_of(const Node& node, const OptionType& type) {
  if (!node.is_scalar() || node.quoted) return false;
  switch (type.kind) {
    case OptionType::Kind::boolean:
      return !read_boolean(node.text).value;
    case OptionType::Kind::integer:
      return !read_integer(node.text).value;
    case OptionType::Kind::number:
      return !read_number(node.text).value;
    case OptionType::Kind::byte_size:
      return !read_byte_size(node.text).value;
    case OptionType::Kind::duration:
      return !read_duration(node.text).value;
    case OptionType::Kind::percent:
      return !read_percent(node.text).value;
    case OptionType::Kind::span:
      return !read_span(node.text).value;
    case OptionType::Kind::interval:
      return !read_interval(node.text).value;
    case OptionType::Kind::list:
    case OptionType::Kind::section:
    case OptionType::Kind::component:
      return true;
    case OptionType::Kind::text:
    case OptionType::Kind::path:
    case OptionType::Kind::any:
      return false;
  }
  return false;
}

}  // namespace detail

const Option* OptionTable::find(std::string_view key) const {
  const auto found = std::find_if(
      options_.begin(), options_.end(), [key](const Option& option) { return option.key == key; });
  return found == options_.end() ? nullptr : &*found;
}

void Catalog::add(std::string name, const OptionTable* table, std::string help) {
  if (find(name))
    throw UsageError(
        concat("a ", kind_, " named ", printable(name), " is there already: choose another name"));
  items_.push_back({std::move(name), std::move(help), table});
}

const Catalog::Item* Catalog::find(std::string_view name) const {
  const auto found = std::find_if(
      items_.begin(), items_.end(), [name](const Item& item) { return item.name == name; });
  return found == items_.end() ? nullptr : &*found;
}

std::vector<std::string> Catalog::names() const {
  std::vector<std::string> names;
  for (const Item& item : items_) names.push_back(item.name);
  return names;
}

void read_options(const OptionTable& table, const Node& resolved, void* object) {
  for (const Option& option : table.options()) {
    if (const Node* value = resolved.find(option.key)) option.assign(object, *value);
  }
  if (table.variant_key().empty()) return;
  Component component;
  component.options = Node::map();
  component.options.position = resolved.position;
  component.name = table.variant_fallback();
  if (const Node* name = resolved.find(table.variant_key())) {
    component.name = name->text;
    component.position = name->position;
  }
  const Catalog::Item* item = table.variant_catalog()->find(component.name);
  if (item && item->table) {
    for (const Option& option : item->table->options()) {
      if (const Node* value = resolved.find(option.key)) component.options.set(option.key, *value);
    }
  }
  table.assign_variant()(object, std::move(component));
}

}  // namespace trainer
