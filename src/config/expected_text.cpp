#include "config/expected_text.h"

#include <cmath>
#include <limits>

#include "base/text.h"
#include "config/values/units.h"

namespace trainer {
namespace {

using Kind = OptionType::Kind;

std::string bound_text(const OptionType& type, double value) {
  switch (type.kind) {
    case Kind::byte_size:
      return unit_text(ByteSize{static_cast<std::uint64_t>(value)});
    case Kind::duration:
      return unit_text(Duration{value});
    case Kind::percent:
      return unit_text(Percent{value});
    default:
      break;
  }
  // Whole numbers without an exponent, which the shortest form of large ones has.
  if (std::abs(value) < 1e15 && std::floor(value) == value) {
    return concat(static_cast<long long>(value));
  }
  return number_text(value);
}

std::string list_text(const OptionType& type) {
  std::string count;
  if (type.max_items && type.min_items == *type.max_items) {
    count = concat(type.min_items, " ");
  } else if (type.max_items) {
    count = concat(type.min_items, " to ", *type.max_items, " ");
  } else if (type.min_items > 0) {
    count = concat(type.min_items, " or more ");
  }
  const std::string each = type.element ? expected_text(*type.element) : "a value";
  if (type.one_as_list) return concat(each, ", or a list of ", count, "of them");
  return concat("a list of ", count, "values, each ", each);
}

std::string kind_text(const OptionType& type) {
  switch (type.kind) {
    case Kind::boolean:
      return "true or false";
    case Kind::integer:
      return "a whole number";
    case Kind::number:
      return "a number";
    case Kind::text:
      return "a text";
    case Kind::path:
      return "a path";
    case Kind::byte_size:
      return "a size such as 25MiB";
    case Kind::duration:
      return "a time such as 10min";
    case Kind::percent:
      return "a share such as 1% or 0.01";
    case Kind::span:
      return "a span such as 5ep or 1000step";
    case Kind::interval:
      return "an interval such as 1ep, 100step or 10min";
    case Kind::list:
      return list_text(type);
    case Kind::section:
      return "a map";
    case Kind::component:
      return concat(with_article(type.catalog ? type.catalog->kind() : "component"),
                    " as a name or {name: options}");
    case Kind::any:
      return "a value";
  }
  return "a value";
}

}  // namespace

std::string with_article(const std::string& noun) {
  const bool vowel = !noun.empty() && std::string_view("aeiou").find(noun[0]) != noun.npos;
  return concat(vowel ? "an " : "a ", noun);
}

std::string bounds_text(const OptionType& type) {
  constexpr double kIntMin = std::numeric_limits<int>::min();
  constexpr double kIntMax = std::numeric_limits<int>::max();
  const bool integer = type.kind == Kind::integer;
  const bool low = type.min && !(integer && *type.min == kIntMin);
  const bool high = type.max && !(integer && *type.max == kIntMax);
  if (low && high && !type.min_open && !type.max_open) {
    return concat(" from ", bound_text(type, *type.min), " to ", bound_text(type, *type.max));
  }
  std::string text;
  if (low) text += concat(type.min_open ? " > " : " >= ", bound_text(type, *type.min));
  if (high) {
    text += concat(low ? " and" : "", type.max_open ? " < " : " <= ", bound_text(type, *type.max));
  }
  return text;
}

std::string expected_text(const OptionType& type) {
  if (type.only_words) {
    return concat(type.words.size() == 1 ? "" : "one of ", join(type.words, ", "));
  }
  const std::string value = concat(kind_text(type), bounds_text(type));
  return type.words.empty() ? value : concat(join(type.words, ", "), " or ", value);
}

}  // namespace trainer
