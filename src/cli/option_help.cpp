#include "cli/option_help.h"

#include <algorithm>
#include <cmath>

#include "api/schema.h"
#include "base/text.h"

namespace trainer::cli {
namespace {

const char* kind_text(OptionType::Kind kind) {
  using Kind = OptionType::Kind;
  switch (kind) {
    case Kind::boolean:
      return "true|false";
    case Kind::integer:
      return "whole number";
    case Kind::number:
      return "number";
    case Kind::text:
      return "text";
    case Kind::path:
      return "path";
    case Kind::byte_size:
      return "size (25MiB)";
    case Kind::duration:
      return "time (10min)";
    case Kind::percent:
      return "share (1%)";
    case Kind::span:
      return "span (5ep, 1000step)";
    case Kind::interval:
      return "interval (1ep, 100step, 10min)";
    case Kind::list:
      return "list";
    case Kind::section:
      return "section";
    case Kind::component:
      return "name or {name: options}";
    case Kind::any:
      return "value";
  }
  return "value";
}

/// Whole numbers without point or exponent.
std::string short_number(double value) {
  const bool whole = std::floor(value) == value && std::abs(value) < 1e15;
  return whole ? concat(static_cast<long long>(value)) : number_text(value);
}

std::string bounds_text(const OptionType& type) {
  std::vector<std::string> parts;
  if (type.min) parts.push_back(concat(type.min_open ? "> " : ">= ", short_number(*type.min)));
  if (type.max) parts.push_back(concat(type.max_open ? "< " : "<= ", short_number(*type.max)));
  return parts.empty() ? std::string() : concat(" ", join(parts, ", "));
}

/// A default as it would be written on one line.
std::string value_text(const Node& node) {
  if (node.is_list()) {
    std::vector<std::string> items;
    for (const Node& item : node.items) items.push_back(value_text(item));
    return concat("[", join(items, ", "), "]");
  }
  if (node.is_map()) {
    std::vector<std::string> entries;
    for (const NodeEntry& entry : node.entries) {
      entries.push_back(concat(entry.key, ": ", value_text(entry.value)));
    }
    return concat("{", join(entries, ", "), "}");
  }
  return node.is_null() ? std::string("none") : node.text;
}

/// A default in brackets, or that there is none. A list has brackets of its own.
std::string default_text(const Option& option) {
  if (option.required) return "required";
  const std::string value = value_text(option.fallback);
  return option.fallback.is_list() ? value : concat("[", value, "]");
}

struct Row {
  std::string key, rest;
};

void add_rows(const OptionTable& table, const std::string& prefix, std::vector<Row>& rows) {
  if (!table.variant_key().empty()) {
    const std::string names = join(table.variant_catalog()->names(), "|");
    rows.push_back(
        {prefix + table.variant_key(),
         concat(names,
                table.variant_fallback().empty() ? std::string("  required")
                                                 : concat("  [", table.variant_fallback(), "]"),
                "  ",
                table.variant_help())});
  }
  for (const Option& option : table.options()) {
    const bool section = option.type.kind == OptionType::Kind::section;
    // A section that may be `none` is a key of its own beside its keys.
    if (!section || !option.type.words.empty()) {
      rows.push_back(
          {prefix + option.key,
           concat(type_text(option.type), "  ", default_text(option), "  ", option.help)});
    }
    if (section && option.type.table != nullptr) {
      add_rows(*option.type.table, concat(prefix, option.key, "."), rows);
    }
  }
}

}  // namespace

std::string type_text(const OptionType& type) {
  std::vector<std::string> parts = type.words;
  if (!type.only_words) {
    std::string text = kind_text(type.kind);
    if (type.kind == OptionType::Kind::list && type.element) {
      text = concat("list of ", type_text(*type.element));
    }
    if (type.catalog != nullptr) text = join(type.catalog->names(), "|");
    parts.push_back(text + bounds_text(type));
  }
  return join(parts, "|");
}

std::string options_help(const OptionTable& table, const std::string& prefix) {
  std::vector<Row> rows;
  add_rows(table, prefix, rows);
  std::size_t widest = 0;
  for (const Row& row : rows) widest = std::max(widest, row.key.size());
  std::string text;
  for (const Row& row : rows) {
    text += concat("  ", row.key, std::string(widest + 2 - row.key.size(), ' '), row.rest, "\n");
  }
  return text;
}

std::string configuration_help() {
  return concat("Keys of the configuration (in FILE, or as key=value), with [defaults]:\n",
                options_help(configuration_table(), ""),
                "  `trainer list KIND NAME` shows the options of one model, transform, optimizer, "
                "schedule or loss.\n");
}

}  // namespace trainer::cli
