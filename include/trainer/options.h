#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <trainer/node.h>
#include <trainer/units.h>

namespace trainer {

class Catalog;
class OptionTable;

/// What a value may be. Plain data: parsing, `--help`, JSON Schema, the documentation page and
/// the defaults are all read from it.
struct OptionType {
  enum class Kind {
    boolean, integer, number, text, path, byte_size, duration, percent, span, interval,
    list,        ///< of `element`
    section,     ///< a map described by `table`
    component,   ///< `name`, `{name: shorthand}` or `{name: {options}}` out of `catalog`
    any,         ///< checked by the component itself
  };
  Kind kind = Kind::text;
  std::vector<std::string> words;  ///< words also accepted, such as `none` or `auto`; for a text
                                   ///< with `only_words`, the complete choice
  bool only_words = false;
  std::optional<double> min, max;
  bool min_open = false, max_open = false;  ///< the bound itself is not allowed
  std::shared_ptr<const OptionType> element;
  bool one_as_list = false;                 ///< a single value stands for a list of one
  std::size_t min_items = 0;
  std::optional<std::size_t> max_items;
  const OptionTable* table = nullptr;
  const Catalog* catalog = nullptr;
};

/// One word out of a catalogue with its own options, already checked and completed.
struct Component {
  std::string name;
  Node options;       ///< a map that has every key of the component's table
  Position position;
};

/// Either one of the option's words (`auto`, `balanced`, …) or a value.
template <class T>
struct Or {
  std::string word;  ///< empty when `value` holds
  T value{};
  Or() = default;
  Or(const char* w) : word(w) {}             // NOLINT(google-explicit-constructor)
  Or(T v) : value(std::move(v)) {}           // NOLINT(google-explicit-constructor)
  bool is(std::string_view w) const { return word == w; }
  bool has_value() const { return word.empty(); }
};

namespace detail {

/// Reads canonical nodes into C++ values and renders C++ defaults back; one overload a type.
void read_value(const Node& node, bool& out);
void read_value(const Node& node, std::int64_t& out);
void read_value(const Node& node, int& out);
void read_value(const Node& node, double& out);
void read_value(const Node& node, std::string& out);
void read_value(const Node& node, Duration& out);
void read_value(const Node& node, ByteSize& out);
void read_value(const Node& node, Percent& out);
void read_value(const Node& node, Span& out);
void read_value(const Node& node, Interval& out);
void read_value(const Node& node, Component& out);
void read_value(const Node& node, Node& out);
Node render_value(bool value);
Node render_value(std::int64_t value);
Node render_value(int value);
Node render_value(double value);
Node render_value(const std::string& value);
Node render_value(const Duration& value);
Node render_value(const ByteSize& value);
Node render_value(const Percent& value);
Node render_value(const Span& value);
Node render_value(const Interval& value);
Node render_value(const Component& value);
Node render_value(const Node& value);

OptionType type_of(const bool*);
OptionType type_of(const std::int64_t*);
OptionType type_of(const int*);
OptionType type_of(const double*);
OptionType type_of(const std::string*);
OptionType type_of(const Duration*);
OptionType type_of(const ByteSize*);
OptionType type_of(const Percent*);
OptionType type_of(const Span*);
OptionType type_of(const Interval*);
OptionType type_of(const Component*);
OptionType type_of(const Node*);

template <class T>
concept Section = requires {
  { T::options() } -> std::same_as<const OptionTable&>;
};

bool is_plain_word(const Node& node, std::string_view word);

}  // namespace detail

/// One key: its type, default, help, and how it reaches the struct member it describes.
struct Option {
  std::string key;
  OptionType type;
  std::string help;     ///< one line; says the unit where the type does not
  bool required = false;
  bool free_to_change = false;      ///< a resume may change it without being asked
  bool changeable_on_request = false; ///< a resume may change it with `--allow-change KEY`
  Node fallback;        ///< the default, as it would be written
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
  OptionTableOf& one_as_list() { last().one_as_list = true; return *this; }
  OptionTableOf& path() { innermost().kind = OptionType::Kind::path; return *this; }
  OptionTableOf& required() { options_.back().required = true; return *this; }
  OptionTableOf& from(const Catalog& catalog) { innermost().catalog = &catalog; return *this; }
  OptionTableOf& free_to_change() { options_.back().free_to_change = true; return *this; }
  OptionTableOf& changeable_on_request() {
    options_.back().changeable_on_request = true;
    return *this;
  }
  OptionTableOf& shorthand() { shorthand_ = options_.back().key; return *this; }

  /// The component picked by `key`; `fallback` empty = the key is required.
  OptionTableOf& variant(std::string key, Component T::*member, const Catalog& catalog,
                         std::string fallback, std::string help) {
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

/// Fills `object` (of the struct that `table` describes) from a resolved map.
void read_options(const OptionTable& table, const Node& resolved, void* object);

/// The struct `T` filled from a resolved map, as in `read_options<SgdOptions>(component.options)`.
template <detail::Section T>
T read_options(const Node& resolved) {
  T object{};
  read_options(T::options(), resolved, &object);
  return object;
}

namespace detail {

template <class T>
void read_value(const Node& node, std::optional<T>& out);
template <class T>
void read_value(const Node& node, std::vector<T>& out);
template <class T>
void read_value(const Node& node, Or<T>& out);
template <Section T>
void read_value(const Node& node, T& out);
template <class T>
Node render_value(const std::optional<T>& value);
template <class T>
Node render_value(const std::vector<T>& value);
template <class T>
Node render_value(const Or<T>& value);
template <Section T>
Node render_value(const T& value);
template <class T>
OptionType type_of(const std::optional<T>*);
template <class T>
OptionType type_of(const std::vector<T>*);
template <class T>
OptionType type_of(const Or<T>*);
template <Section T>
OptionType type_of(const T*);

template <class T>
void read_value(const Node& node, std::optional<T>& out) {
  if (is_plain_word(node, "none")) {
    out.reset();
  } else {
    T value{};
    read_value(node, value);
    out = std::move(value);
  }
}

template <class T>
void read_value(const Node& node, std::vector<T>& out) {
  out.clear();
  for (const Node& item : node.items) {
    T value{};
    read_value(item, value);
    out.push_back(std::move(value));
  }
}

/// A canonical `Or` value is its word exactly when the node is an unquoted scalar that cannot be
/// read as `T`.
bool is_word_of(const Node& node, const OptionType& type);

template <class T>
void read_value(const Node& node, Or<T>& out) {
  if (is_word_of(node, type_of(static_cast<const T*>(nullptr)))) {
    out.word = node.text;
    out.value = T{};
  } else {
    out.word.clear();
    read_value(node, out.value);
  }
}

template <Section T>
void read_value(const Node& node, T& out) {
  read_options(T::options(), node, &out);
}

template <class T>
Node render_value(const std::optional<T>& value) {
  return value ? render_value(*value) : Node::scalar("none");
}

template <class T>
Node render_value(const std::vector<T>& value) {
  Node node = Node::list();
  for (const T& item : value) node.items.push_back(render_value(item));
  return node;
}

template <class T>
Node render_value(const Or<T>& value) {
  return value.has_value() ? render_value(value.value) : Node::scalar(value.word);
}

/// A section's default is an empty map: its own table completes it.
template <Section T>
Node render_value(const T&) {
  return Node::map();
}

template <class T>
OptionType type_of(const std::optional<T>*) {
  OptionType type = type_of(static_cast<const T*>(nullptr));
  type.words.push_back("none");
  return type;
}

template <class T>
OptionType type_of(const std::vector<T>*) {
  OptionType type;
  type.kind = OptionType::Kind::list;
  type.element = std::make_shared<OptionType>(type_of(static_cast<const T*>(nullptr)));
  return type;
}

template <class T>
OptionType type_of(const Or<T>*) {
  static_assert(!std::same_as<T, std::string>,
                "a word and a text cannot be told apart: use a text, or std::optional with `none`");
  return type_of(static_cast<const T*>(nullptr));
}

template <Section T>
OptionType type_of(const T*) {
  OptionType type;
  type.kind = OptionType::Kind::section;
  type.table = &T::options();
  return type;
}

}  // namespace detail

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
