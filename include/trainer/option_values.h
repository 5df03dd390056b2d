#pragma once
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <trainer/option_type.h>
#include <trainer/units.h>

namespace trainer {

/// Fills `object` (of the struct that `table` describes) from a resolved map.
void read_options(const OptionTable& table, const Node& resolved, void* object);

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

/// A struct with a `position` also learns where it was written.
template <Section T>
void read_value(const Node& node, T& out) {
  read_options(T::options(), node, &out);
  if constexpr (requires { out.position = node.position; }) out.position = node.position;
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

}  // namespace trainer
