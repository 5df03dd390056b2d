#pragma once
#include <bit>
#include <cstdint>

namespace trainer {

/// The upper half of a float32, laid out as LibTorch's at::BFloat16.
struct Bfloat16 {
  std::uint16_t bits = 0;
  bool operator==(const Bfloat16&) const = default;
};

/// To the nearest, ties to even; not a number stays so. The bits that LibTorch gives.
inline Bfloat16 to_bfloat16(float value) {
  if (value != value) return {0x7FC0};
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return {static_cast<std::uint16_t>((bits + 0x7FFFU + ((bits >> 16) & 1U)) >> 16)};
}

}  // namespace trainer
