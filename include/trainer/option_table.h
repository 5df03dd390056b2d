#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <trainer/option_type.h>
#include <trainer/option_values.h>

namespace trainer {

/// One key: its type, default, help, and how it reaches the struct member it describes.
struct Option {
  std::string key;
  OptionType type;
  std::string help;  ///< one line; says the unit where the type does not
  bool required = false;
  bool free_to_change = false;         ///< a resume may change it without being asked
  bool changeable_on_request = false;  ///< a resume may change it with `--allow-change KEY`
  Node fallback;                       ///< the default, as it would be written
  std::function<void(void* object, const Node& value)> assign;
};

/// The keys of one section or component: the single source for parsing, help, schema, docs.
class OptionTable {
 public:
  const std::vector<Option>& options() const { return options_; }
  const Option* find(std::string_view key) const;

  /// The key that a bare scalar or list stands for: `resize: 256` = `resize: {size: 256}`.
  const std::string& shorthand() const { return shorthand_; }

  /// Where set: the member `variant_key` (say `name`) picks a component out of `variant_catalog`,
  /// whose keys stand beside the section's own.
  const std::string& variant_key() const { return variant_key_; }
  const Catalog* variant_catalog() const { return variant_catalog_; }
  /// Stores the picked component in the struct.
  const std::function<void(void* object, Component component)>& assign_variant() const {
    return assign_variant_;
  }
  const std::string& variant_fallback() const { return variant_fallback_; }
  const std::string& variant_help() const { return variant_help_; }

 protected:
  std::vector<Option> options_;
  std::string shorthand_;
  std::string variant_key_;
  std::string variant_fallback_;  ///< empty: required
  std::string variant_help_;
  const Catalog* variant_catalog_ = nullptr;
  std::function<void(void* object, Component component)> assign_variant_;
};

/// Builds the table of the struct `T`. Defaults are read from a default-constructed `T`.
///
///     const OptionTable& SgdOptions::options() {
///       static const OptionTable table =
///           OptionTableOf<SgdOptions>()
///               .add("momentum", &SgdOptions::momentum, "momentum factor").range(0, 1)
///               .add("nesterov", &SgdOptions::nesterov, "Nesterov momentum");
///       return table;
///     }
template <class T>
class OptionTableOf : public OptionTable {
 public:
  template <class M>
  OptionTableOf& add(std::string key, M T::*member, std::string help);

  /// The modifiers below apply to the key added last.
  /// Bounds and choices of a list are those of its elements; durations are bounded in seconds,
  /// sizes in bytes, percents as fractions, spans by their count.
  OptionTableOf& range(double min, double max) { return at_least(min).at_most(max); }
  OptionTableOf& at_least(double min) { return bound_below(min, false); }
  OptionTableOf& above(double min) { return bound_below(min, true); }
  OptionTableOf& at_most(double max) { return bound_above(max, false); }
  OptionTableOf& below(double max) { return bound_above(max, true); }
  OptionTableOf& choices(std::vector<std::string> words) {
    OptionType& type = innermost();
    for (auto& w : words) type.words.push_back(std::move(w));
    type.only_words = true;
    return *this;
  }
  OptionTableOf& words(std::vector<std::string> words) {
    for (auto& w : words) last().words.push_back(std::move(w));
    return *this;
  }
  OptionTableOf& items(std::size_t min, std::optional<std::size_t> max = {}) {
    last().min_items = min;
    last().max_items = max;
    return *this;
  }
  OptionTableOf& one_as_list() {
    last().one_as_list = true;
    return *this;
  }
  OptionTableOf& path() {
    innermost().kind = OptionType::Kind::path;
    return *this;
  }
  OptionTableOf& required() {
    options_.back().required = true;
    return *this;
  }
  OptionTableOf& from(const Catalog& catalog) {
    innermost().catalog = &catalog;
    return *this;
  }
  OptionTableOf& free_to_change() {
    options_.back().free_to_change = true;
    return *this;
  }
  OptionTableOf& changeable_on_request() {
    options_.back().changeable_on_request = true;
    return *this;
  }
  OptionTableOf& shorthand() {
    shorthand_ = options_.back().key;
    return *this;
  }

  /// The component picked by `key`; `fallback` empty = the key is required.
  OptionTableOf& variant(std::string key,
                         Component T::*member,
                         const Catalog& catalog,
                         std::string fallback,
                         std::string help) {
    variant_key_ = std::move(key);
    variant_catalog_ = &catalog;
    variant_fallback_ = std::move(fallback);
    variant_help_ = std::move(help);
    assign_variant_ = [member](void* object, Component component) {
      static_cast<T*>(object)->*member = std::move(component);
    };
    return *this;
  }

 private:
  OptionTableOf& bound_below(double min, bool open) {
    OptionType& type = innermost();
    type.min = min;
    type.min_open = open;
    return *this;
  }
  OptionTableOf& bound_above(double max, bool open) {
    OptionType& type = innermost();
    type.max = max;
    type.max_open = open;
    return *this;
  }
  OptionType& innermost() {
    OptionType* type = &options_.back().type;
    while (type->kind == OptionType::Kind::list && type->element) {
      auto own = std::make_shared<OptionType>(*type->element);
      OptionType* next = own.get();
      type->element = std::move(own);
      type = next;
    }
    return *type;
  }
  OptionType& last() { return options_.back().type; }
};

/// The components of one kind by name, each with its table and one line of help.
class Catalog {
 public:
  struct Item {
    std::string name;
    std::string help;
    const OptionTable* table = nullptr;  ///< null: no options
  };
  explicit Catalog(std::string kind) : kind_(std::move(kind)) {}

  /// Throws UsageError when the name is taken. Not to be called while configurations are read.
  void add(std::string name, const OptionTable* table, std::string help);
  const Item* find(std::string_view name) const;
  /// In order of registration.
  const std::vector<Item>& items() const { return items_; }
  std::vector<std::string> names() const;
  /// What the components are called in messages: "optimizer", "transform", …
  const std::string& kind() const { return kind_; }

 private:
  std::string kind_;
  std::vector<Item> items_;
};

/// The struct `T` filled from a resolved map, as in `read_options<SgdOptions>(component.options)`.
template <detail::Section T>
T read_options(const Node& resolved) {
  T object{};
  read_options(T::options(), resolved, &object);
  return object;
}

template <class T>
template <class M>
OptionTableOf<T>& OptionTableOf<T>::add(std::string key, M T::*member, std::string help) {
  static const T defaults{};
  Option option;
  option.key = std::move(key);
  option.type = detail::type_of(static_cast<const M*>(nullptr));
  option.help = std::move(help);
  option.fallback = detail::render_value(defaults.*member);
  option.assign = [member](void* object, const Node& value) {
    detail::read_value(value, static_cast<T*>(object)->*member);
  };
  options_.push_back(std::move(option));
  return *this;
}

}  // namespace trainer
