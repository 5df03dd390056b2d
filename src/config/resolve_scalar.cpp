#include <algorithm>
#include <cmath>
#include <variant>

#include "base/text.h"
#include "config/expected_text.h"
#include "config/resolve.h"
#include "config/values/units.h"
#include "config/yaml/yaml_writer.h"

namespace trainer {
namespace {

using Kind = OptionType::Kind;

/// A scalar's canonical text and its size for the bounds, in the unit that the bounds have.
struct Measured {
  std::string text;
  double size = 0;
};

double size_of(bool) {
  return 0;
}
double size_of(std::int64_t value) {
  return static_cast<double>(value);
}
double size_of(double value) {
  return value;
}
double size_of(const Duration& value) {
  return value.seconds;
}
double size_of(const ByteSize& value) {
  return static_cast<double>(value.bytes);
}
double size_of(const Percent& value) {
  return value.fraction;
}
double size_of(const Span& value) {
  return value.count;
}
double size_of(const Interval& value) {
  return std::visit([](const auto& held) { return size_of(held); }, value);
}

template <class T>
Reading<Measured> measured(const Reading<T>& reading) {
  if (!reading.value) return {{}, reading.hint};
  return {Measured{detail::render_value(*reading.value).text, size_of(*reading.value)}, {}};
}

Reading<Measured> measure(Kind kind, const std::string& text) {
  switch (kind) {
    case Kind::boolean:
      return measured(read_boolean(text));
    case Kind::integer:
      return measured(read_integer(text));
    case Kind::number:
      return measured(read_number(text));
    case Kind::byte_size:
      return measured(read_byte_size(text));
    case Kind::duration:
      return measured(read_duration(text));
    case Kind::percent:
      return measured(read_percent(text));
    case Kind::span:
      return measured(read_span(text));
    case Kind::interval:
      return measured(read_interval(text));
    default:
      return {};
  }
}

bool within(const OptionType& type, double size) {
  if (type.min && (type.min_open ? size <= *type.min : size < *type.min)) return false;
  return !(type.max && (type.max_open ? size >= *type.max : size > *type.max));
}

bool is_text(Kind kind) {
  return kind == Kind::text || kind == Kind::path;
}

std::string hint_for(const OptionType& type, const Node& written, const std::string& reading_hint) {
  if (written.is_null()) {
    const bool none = std::find(type.words.begin(), type.words.end(), "none") != type.words.end();
    if (none) return "write none";
    if (is_text(type.kind)) return "write '' for an empty text, or quote the word null";
    return {};
  }
  if (!reading_hint.empty() || !written.is_scalar()) return reading_hint;
  const std::string near = nearest(written.text, type.words);
  return near.empty() ? std::string() : concat("did you mean \"", near, "\"?");
}

}  // namespace

std::optional<Node> resolve_scalar(const OptionType& type,
                                   const Node& written,
                                   const std::string& key,
                                   Mistakes& mistakes) {
  const auto refuse = [&](const std::string& reading_hint) {
    mistakes.add(written.position,
                 key,
                 concat("expected ", expected_text(type), ", got ", found_text(written)),
                 hint_for(type, written, reading_hint));
    return std::nullopt;
  };
  Node resolved = Node::scalar(written.text);
  resolved.position = written.position;
  if (!written.is_scalar()) return refuse({});
  const bool known_word =
      std::find(type.words.begin(), type.words.end(), written.text) != type.words.end();
  // In quotes a text is meant as such, even where it reads like a word.
  if (known_word && (type.only_words || !is_text(type.kind) || !written.quoted)) return resolved;
  if (type.only_words) return refuse({});
  if (is_text(type.kind)) {
    if (type.kind == Kind::path && written.text.empty()) return refuse({});
    resolved.quoted = known_word || needs_quotes(written.text);
    return resolved;
  }
  const Reading<Measured> reading = measure(type.kind, written.text);
  if (!reading.value || !within(type, reading.value->size)) return refuse(reading.hint);
  resolved.text = reading.value->text;
  return resolved;
}

}  // namespace trainer
