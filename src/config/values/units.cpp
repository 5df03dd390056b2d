#include "config/values/units.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <span>
#include <variant>
#include <vector>

#include "base/text.h"

namespace trainer {
namespace {

struct Unit {
  const char* name;
  double factor;
};

// In the order in which hints name them; the largest that divides a value writes it.
constexpr std::array kTimes = {
    Unit{"s", 1}, Unit{"min", 60}, Unit{"h", 3600}, Unit{"d", 86400}, Unit{"ms", 1e-3}};
constexpr std::array kSizes = {Unit{"B", 1},
                               Unit{"KiB", 1024},
                               Unit{"MiB", 1048576},
                               Unit{"GiB", 1073741824},
                               Unit{"TiB", 1099511627776},
                               Unit{"kB", 1e3},
                               Unit{"MB", 1e6},
                               Unit{"GB", 1e9},
                               Unit{"TB", 1e12}};
constexpr std::array kSpans = {Unit{"ep", 1}, Unit{"step", 1}};

std::string unit_names(std::span<const Unit> units) {
  std::vector<std::string> names;
  for (const Unit& unit : units) names.emplace_back(unit.name);
  return join(names, ", ");
}

struct Quantity {
  double number = 0;
  const Unit* unit = nullptr;  ///< null: a bare 0
};

std::string_view number_part(std::string_view text) {
  std::size_t end = text.find_first_not_of("+-0123456789._,");
  // The e of an exponent, but not that of `5ep`.
  if (end != std::string_view::npos && (text[end] == 'e' || text[end] == 'E')) {
    const std::size_t digits = text.find_first_not_of("+-", end + 1);
    if (digits != std::string_view::npos && text[digits] >= '0' && text[digits] <= '9') {
      end = text.find_first_not_of("0123456789", digits);
    }
  }
  return text.substr(0, end);
}

Reading<Quantity> read_quantity(std::string_view text, std::span<const Unit> units) {
  const std::string names = concat("its units are ", unit_names(units));
  const std::string_view number = number_part(text);
  const Reading<double> value = read_number(number);
  if (!value.value) return {{}, value.hint.empty() ? names : value.hint};
  if (std::signbit(*value.value)) return {{}, "it cannot be negative"};
  const std::string_view name = text.substr(number.size());
  if (name.empty()) {
    if (*value.value == 0) return {Quantity{}, {}};
    return {{}, concat("it needs a unit: ", text, units[0].name, "; ", names)};
  }
  for (const Unit& unit : units) {
    if (name == unit.name) return {Quantity{*value.value, &unit}, {}};
  }
  if (name.starts_with(' ')) {
    for (const Unit& unit : units) {
      if (trim(name) == unit.name) return {{}, concat("write ", number, unit.name)};
    }
  }
  return {{}, names};
}

std::string shortest(double value) {
  std::string text = number_text(value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

bool is_whole(double value) {
  return std::floor(value) == value;
}

/// `value` in the largest of `units` in which it is a whole number, or empty.
std::string in_whole_units(double value, std::span<const Unit> units) {
  const Unit* best = nullptr;
  for (const Unit& unit : units) {
    const bool larger = best == nullptr || unit.factor > best->factor;
    if (unit.factor >= 1 && is_whole(value / unit.factor) && larger) best = &unit;
  }
  return best ? concat(shortest(value / best->factor), best->name) : std::string();
}

}  // namespace

Reading<Duration> read_duration(std::string_view text) {
  const Reading<Quantity> read = read_quantity(text, kTimes);
  if (!read.value) return {{}, read.hint};
  const double seconds = read.value->unit ? read.value->number * read.value->unit->factor : 0;
  if (!std::isfinite(seconds)) return {{}, "it is too long"};
  return {Duration{seconds}, {}};
}

Reading<ByteSize> read_byte_size(std::string_view text) {
  const Reading<Quantity> read = read_quantity(text, kSizes);
  if (!read.value) return {{}, read.hint};
  const double bytes = read.value->unit ? read.value->number * read.value->unit->factor : 0;
  constexpr double kExact = 9007199254740992.0;
  if (bytes > kExact) return {{}, "it is larger than any memory"};
  if (!is_whole(bytes)) return {{}, "it is no whole number of bytes"};
  return {ByteSize{static_cast<std::uint64_t>(bytes)}, {}};
}

Reading<Percent> read_percent(std::string_view text) {
  const bool sign = text.ends_with('%');
  const std::string_view number = sign ? text.substr(0, text.size() - 1) : text;
  const Reading<double> read = read_number(number);
  if (!read.value) return {{}, read.hint.empty() ? "write 1% or 0.01" : read.hint};
  if (std::signbit(*read.value)) return {{}, "it cannot be negative"};
  if (!sign && *read.value != 0 && number.find_first_of(".eE") == std::string_view::npos) {
    return {{}, concat("write ", number, "% or ", shortest(*read.value / 100))};
  }
  const double fraction = sign ? *read.value / 100 : *read.value;
  if (fraction > 1) return {{}, "it is at most 100% (1.0)"};
  return {Percent{fraction}, {}};
}

Reading<Span> read_span(std::string_view text) {
  const Reading<Quantity> read = read_quantity(text, kSpans);
  if (!read.value) return {{}, read.hint};
  const Unit* unit = read.value->unit;
  const bool steps = unit == &kSpans[1];
  if (steps && !is_whole(read.value->number)) return {{}, "steps are whole numbers"};
  return {Span{read.value->number, steps ? SpanUnit::steps : SpanUnit::epochs}, {}};
}

Reading<Interval> read_interval(std::string_view text) {
  const Reading<Span> span = read_span(text);
  if (span.value) return {Interval(*span.value), {}};
  const Reading<Duration> duration = read_duration(text);
  if (duration.value) return {Interval(*duration.value), {}};
  if (!read_number(number_part(text)).value) return {{}, span.hint};
  std::vector<Unit> all(kSpans.begin(), kSpans.end());
  all.insert(all.end(), kTimes.begin(), kTimes.end());
  return {{}, read_quantity(text, all).hint.empty() ? span.hint : read_quantity(text, all).hint};
}

std::string unit_text(const Duration& value) {
  if (value.seconds == 0) return "0s";
  const std::string text = in_whole_units(value.seconds, kTimes);
  return text.empty() ? concat(shortest(value.seconds), "s") : text;
}

std::string unit_text(const ByteSize& value) {
  if (value.bytes == 0) return "0B";
  return in_whole_units(static_cast<double>(value.bytes), kSizes);
}

std::string unit_text(const Percent& value) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.15g", value.fraction * 100);
  const std::string text = concat(digits, "%");
  const Reading<Percent> back = read_percent(text);
  return back.value == value ? text : number_text(value.fraction);
}

std::string unit_text(const Span& value) {
  return concat(shortest(value.count), value.unit == SpanUnit::steps ? "step" : "ep");
}

std::string unit_text(const Interval& value) {
  return std::visit([](const auto& held) { return unit_text(held); }, value);
}

}  // namespace trainer
