#include "config/values/scalars.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include "base/text.h"

namespace trainer {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

std::string_view without_sign(std::string_view text) {
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) text.remove_prefix(1);
  return text;
}

std::string_view without_plus(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  return text;
}

/// digits [. digits] | . digits, then an exponent.
bool is_decimal(std::string_view text) {
  text = without_sign(text);
  std::size_t whole = 0;
  while (whole < text.size() && is_digit(text[whole])) ++whole;
  std::string_view rest = text.substr(whole);
  std::size_t fraction = 0;
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    while (fraction < rest.size() && is_digit(rest[fraction])) ++fraction;
    rest.remove_prefix(fraction);
  }
  if (whole + fraction == 0) return false;
  if (rest.empty()) return true;
  return (rest[0] == 'e' || rest[0] == 'E') && all_digits(without_sign(rest.substr(1)));
}

bool has_leading_zero(std::string_view text) {
  text = without_sign(text);
  return text.size() > 1 && text[0] == '0' && is_digit(text[1]);
}

/// The value of `0x1F`, `0o17`, `0b11`.
std::optional<std::int64_t> other_base(std::string_view text) {
  text = without_sign(text);
  if (text.size() < 3 || text[0] != '0') return std::nullopt;
  const std::string kind = lower_case(text.substr(1, 1));
  const int base = kind == "x" ? 16 : kind == "o" ? 8 : kind == "b" ? 2 : 0;
  if (base == 0) return std::nullopt;
  std::int64_t value = 0;
  const auto end = text.data() + text.size();
  const auto result = std::from_chars(text.data() + 2, end, value, base);
  if (result.ec != std::errc() || result.ptr != end) return std::nullopt;
  return value;
}

/// Digits and separators without the separators, or empty when it is no such number.
std::string without_separators(std::string_view text) {
  std::string plain;
  for (const char c : text) {
    if (c != '_' && c != ',' && c != ' ') plain += c;
  }
  const bool changed = plain.size() != text.size();
  return changed && is_decimal(plain) && is_digit(text.back()) ? plain : std::string();
}

/// A hint that holds for whole and other numbers alike.
std::string number_hint(std::string_view text) {
  const std::string_view sign = text.starts_with('-') ? "-" : "";
  if (const auto value = other_base(text)) return concat("write it in decimal: ", sign, *value);
  if (has_leading_zero(text) && is_decimal(text)) {
    std::string_view digits = without_sign(text);
    while (digits.size() > 1 && digits[0] == '0' && is_digit(digits[1])) digits.remove_prefix(1);
    return concat("a leading zero means octal to some programs: write ", sign, digits);
  }
  std::string lower = lower_case(without_sign(text));
  if (lower.starts_with('.')) lower.erase(0, 1);
  if (lower == "inf" || lower == "infinity" || lower == "nan") return "it must be finite";
  if (text.find(',') == text.rfind(',') && text.find(',') != std::string_view::npos) {
    std::string point(text);
    std::replace(point.begin(), point.end(), ',', '.');
    if (is_decimal(point)) return concat("write ", point);
  }
  if (const std::string plain = without_separators(text); !plain.empty()) {
    return concat("write ", plain);
  }
  return {};
}

}  // namespace

Reading<bool> read_boolean(std::string_view text) {
  if (text == "true") return {true, {}};
  if (text == "false") return {false, {}};
  const std::string lower = lower_case(text);
  for (const char* word : {"true", "yes", "on", "y", "1"}) {
    if (lower == word) return {{}, "write true"};
  }
  for (const char* word : {"false", "no", "off", "n", "0", "none"}) {
    if (lower == word) return {{}, "write false"};
  }
  return {};
}

Reading<std::int64_t> read_integer(std::string_view text) {
  const std::string_view digits = without_sign(text);
  if (!all_digits(digits) || has_leading_zero(text)) {
    const Reading<double> number = read_number(text);
    constexpr double kExact = 9007199254740992.0;  // beyond 2^53 the rounded value would be shown
    if (number.value && std::floor(*number.value) == *number.value &&
        std::abs(*number.value) < kExact) {
      return {{}, concat("write ", static_cast<std::int64_t>(*number.value))};
    }
    return {{}, number.hint};
  }
  const std::string_view plain = without_plus(text);
  std::int64_t value = 0;
  const auto result = std::from_chars(plain.data(), plain.data() + plain.size(), value);
  if (result.ec != std::errc()) return {{}, "it does not fit into 64 bits"};
  return {value, {}};
}

Reading<double> read_number(std::string_view text) {
  if (!is_decimal(text) || has_leading_zero(text)) return {{}, number_hint(text)};
  const std::string_view plain = without_plus(text);
  double value = 0;
  const auto result = std::from_chars(plain.data(), plain.data() + plain.size(), value);
  if (result.ec == std::errc::result_out_of_range) {
    return {{}, "it is outside of the range of numbers (about 1e-308 to 1e308)"};
  }
  return {value, {}};
}

bool looks_like_number(std::string_view text) {
  std::string plain;
  for (const char c : without_sign(text)) {
    if (c != '_' && c != ':') plain += c;
  }
  if (plain.empty() || plain.find(' ') != std::string::npos) return false;
  const std::string lower = lower_case(plain);
  const bool date =
      is_digit(plain[0]) && plain.find_first_not_of("0123456789-") == std::string::npos;
  return date || is_decimal(plain) || other_base(plain) || lower == ".inf" || lower == ".nan";
}

}  // namespace trainer
