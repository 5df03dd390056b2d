#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

namespace trainer {

/// Numbers as files hold them, whatever the machine's own order is.
template <class Number>
void append_little_endian(Number value, std::string& to) {
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    to += static_cast<char>(static_cast<unsigned char>((value >> (8 * i)) & 0xFF));
  }
}

template <class Number>
Number little_endian_at(const std::uint8_t* at) {
  Number value = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    value = static_cast<Number>(value | (static_cast<Number>(at[i]) << (8 * i)));
  }
  return value;
}

}  // namespace trainer
