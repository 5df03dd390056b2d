#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <trainer/node.h>

namespace trainer {

class Catalog;
class OptionTable;

/// What a value may be. Plain data: parsing, `--help`, JSON Schema, the documentation page and
/// the defaults are all read from it.
struct OptionType {
  enum class Kind {
    boolean,
    integer,
    number,
    text,
    path,
    byte_size,
    duration,
    percent,
    span,
    interval,
    list,       ///< of `element`
    section,    ///< a map described by `table`
    component,  ///< `name`, `{name: shorthand}` or `{name: {options}}` out of `catalog`
    any,        ///< checked by the component itself
  };
  Kind kind = Kind::text;
  std::vector<std::string> words;  ///< words also accepted, such as `none` or `auto`; for a text
                                   ///< with `only_words`, the complete choice
  bool only_words = false;
  std::optional<double> min, max;
  bool min_open = false, max_open = false;  ///< the bound itself is not allowed
  std::shared_ptr<const OptionType> element;
  bool one_as_list = false;  ///< a single value stands for a list of one
  std::size_t min_items = 0;
  std::optional<std::size_t> max_items;
  const OptionTable* table = nullptr;
  const Catalog* catalog = nullptr;
};

/// One word out of a catalogue with its own options, already checked and completed.
struct Component {
  std::string name;
  Node options;  ///< a map that has every key of the component's table
  Position position;
};

/// Either one of the option's words (`auto`, `balanced`, …) or a value.
template <class T>
struct Or {
  std::string word;  ///< empty when `value` holds
  T value{};
  Or() = default;
  Or(const char* w) : word(w) {}    // NOLINT(google-explicit-constructor)
  Or(T v) : value(std::move(v)) {}  // NOLINT(google-explicit-constructor)
  bool is(std::string_view w) const { return word == w; }
  bool has_value() const { return word.empty(); }
};

}  // namespace trainer
