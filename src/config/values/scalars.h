#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace trainer {

/// A value read from a scalar's text; without a value, `hint` may say what was probably meant.
template <class T>
struct Reading {
  std::optional<T> value;
  std::string hint;
};

/// `true` and `false` only.
Reading<bool> read_boolean(std::string_view text);
/// Decimal digits with a sign: no octal, hexadecimal, `_`, point or exponent.
Reading<std::int64_t> read_integer(std::string_view text);
/// A finite decimal number: `1`, `0.1`, `.5`, `1.`, `1e-3`; no leading zeros.
Reading<double> read_number(std::string_view text);

/// Whether some YAML reader would take an unquoted text for a number or a date (also octal,
/// `1_000`, `12:30`, `.inf`).
bool looks_like_number(std::string_view text);

}  // namespace trainer
