#include "config/json_schema.h"

#include <limits>
#include <set>

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace trainer {
namespace {

using Json = nlohmann::ordered_json;
using Kind = OptionType::Kind;

constexpr const char* kNumber = R"([0-9.]+([eE][-+]?[0-9]+)?)";

Json pattern(const std::string& text) {
  return {{"type", "string"}, {"pattern", concat("^(", text, "|0)$")}};
}

Json any_of(std::vector<Json> choices) {
  if (choices.size() == 1) return std::move(choices[0]);
  return {{"anyOf", std::move(choices)}};
}

Json plain_value(const Node& node) {
  if (node.is_list()) {
    Json list = Json::array();
    for (const Node& item : node.items) list.push_back(plain_value(item));
    return list;
  }
  if (node.is_map()) {
    Json map = Json::object();
    for (const NodeEntry& entry : node.entries) map[entry.key] = plain_value(entry.value);
    return map;
  }
  if (node.is_null()) return nullptr;
  const Json value = Json::parse(node.text, nullptr, false);
  const bool scalar = !node.quoted && (value.is_number() || value.is_boolean());
  return scalar ? value : Json(node.text);
}

class SchemaWriter {
 public:
  Json root(const OptionTable& table) {
    Json schema = section(table, nullptr);
    schema["properties"]["base"] = {
        {"description", "Files to inherit from, later ones over earlier ones"},
        {"anyOf", {{{"type", "string"}}, {{"type", "array"}, {"items", {{"type", "string"}}}}}}};
    Json document = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                     {"title", "Configuration of trainer"}};
    document.update(schema);
    definitions_["from_environment"] = {{"type", "string"}, {"pattern", R"(\$\{env:)"}};
    document["definitions"] = std::move(definitions_);
    return document;
  }

 private:
  static void bounds(const OptionType& type, Json& schema) {
    if (type.min) schema[type.min_open ? "exclusiveMinimum" : "minimum"] = number(*type.min);
    if (type.max) schema[type.max_open ? "exclusiveMaximum" : "maximum"] = number(*type.max);
  }

  static Json number(double value) {
    const auto whole = static_cast<std::int64_t>(value);
    return static_cast<double>(whole) == value ? Json(whole) : Json(value);
  }

  static Json scalar(const OptionType& type) {
    switch (type.kind) {
      case Kind::boolean:
        return {{"type", "boolean"}};
      case Kind::integer:
      case Kind::number: {
        Json schema = {{"type", type.kind == Kind::integer ? "integer" : "number"}};
        bounds(type, schema);
        return schema;
      }
      case Kind::byte_size:
        return pattern(concat(kNumber, "([KMGT]iB|[kMGT]?B)"));
      case Kind::duration:
        return pattern(concat(kNumber, "(ms|s|min|h|d)"));
      case Kind::span:
        return pattern(concat(kNumber, "(ep|step)"));
      case Kind::interval:
        return pattern(concat(kNumber, "(ep|step|ms|s|min|h|d)"));
      case Kind::percent:
        return {{"anyOf",
                 {pattern(concat(kNumber, "%")),
                  {{"type", "number"}, {"minimum", 0}, {"maximum", 1}}}}};
      // A class called 7 is written without quotes, too.
      default:
        return {{"type", {"string", "number", "boolean"}}};
    }
  }

  Json value(const OptionType& type) {
    std::vector<Json> choices;
    if (!type.words.empty()) choices.push_back({{"enum", type.words}});
    if (type.only_words) return any_of(std::move(choices));
    switch (type.kind) {
      case Kind::any:
        return Json::object();
      case Kind::list: {
        Json list = {{"type", "array"}, {"items", value(*type.element)}};
        if (type.min_items > 0) list["minItems"] = type.min_items;
        if (type.max_items) list["maxItems"] = *type.max_items;
        choices.push_back(std::move(list));
        if (type.one_as_list) choices.push_back(value(*type.element));
        break;
      }
      case Kind::section:
        choices.push_back(section_of(*type.table));
        break;
      case Kind::component:
        choices.push_back(component(*type.catalog));
        break;
      default:
        choices.push_back(scalar(type));
        if (type.kind != Kind::text && type.kind != Kind::path) {
          choices.push_back({{"$ref", "#/definitions/from_environment"}});
        }
    }
    return any_of(std::move(choices));
  }

  /// A section; with a picked component one schema for each, since its keys stand beside.
  Json section_of(const OptionTable& table) {
    if (table.variant_key().empty()) return section(table, nullptr);
    std::vector<Json> variants;
    for (const Catalog::Item& item : table.variant_catalog()->items()) {
      variants.push_back(section(table, &item));
    }
    return any_of(std::move(variants));
  }

  Json section(const OptionTable& table, const Catalog::Item* variant) {
    Json properties = Json::object();
    std::vector<std::string> required;
    if (variant) {
      properties[table.variant_key()] = {{"const", variant->name}, {"description", variant->help}};
      if (table.variant_fallback() != variant->name) required.push_back(table.variant_key());
    }
    add_properties(table, properties, required);
    if (variant && variant->table) add_properties(*variant->table, properties, required);
    Json schema = {
        {"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
    if (!required.empty()) schema["required"] = required;
    return schema;
  }

  void add_properties(const OptionTable& table,
                      Json& properties,
                      std::vector<std::string>& required) {
    for (const Option& option : table.options()) {
      Json schema = {{"description", option.help}};
      schema.update(value(option.type));
      if (!option.required && option.type.kind != Kind::section) {
        schema["default"] = plain_value(option.fallback);
      }
      properties[option.key] = std::move(schema);
      if (option.required) required.push_back(option.key);
    }
  }

  /// By reference: components can contain components of their own kind.
  Json component(const Catalog& catalog) {
    std::string name = catalog.kind();
    for (char& c : name) c = c == ' ' ? '_' : c;
    if (started_.insert(name).second) {
      std::vector<Json> forms;
      for (const Catalog::Item& item : catalog.items()) {
        forms.push_back({{"const", item.name}, {"description", item.help}});
        forms.push_back({{"type", "object"},
                         {"properties", {{item.name, component_options(item)}}},
                         {"required", {item.name}},
                         {"additionalProperties", false}});
      }
      definitions_[name] = any_of(std::move(forms));
    }
    return {{"$ref", concat("#/definitions/", name)}};
  }

  Json component_options(const Catalog::Item& item) {
    if (!item.table) return {{"type", {"object", "null"}}, {"additionalProperties", false}};
    std::vector<Json> forms = {section(*item.table, nullptr)};
    if (const Option* option = item.table->find(item.table->shorthand())) {
      forms.push_back(value(option->type));
    }
    return any_of(std::move(forms));
  }

  Json definitions_ = Json::object();
  std::set<std::string> started_;
};

}  // namespace

std::string schema_json(const OptionTable& root) {
  return SchemaWriter().root(root).dump(2) + "\n";
}

}  // namespace trainer
