#pragma once
#include <cstdint>
#include <cstring>

#include "data/transforms/kernels/resample_weights.h"

// What the vector kernels share. A pixel times a 22-bit weight needs 32 bits; split in two halves
// the weight fits the instructions that multiply 16-bit numbers and add neighbouring products, and
// the sum of both is exact.

namespace trainer::simd {

inline constexpr std::int32_t kHalf = 1 << (kWeightBits - 1);

/// Two neighbouring 16-bit weights as one number, to be copied into every pair of a vector.
inline std::int32_t weight_pair(const std::int16_t* weights) {
  std::int32_t pair = 0;
  std::memcpy(&pair, weights, sizeof pair);
  return pair;
}

inline void store_pixel(std::uint8_t* to, std::int32_t rgb) {
  const auto low = static_cast<std::uint16_t>(rgb);
  std::memcpy(to, &low, sizeof low);
  to[2] = static_cast<std::uint8_t>(rgb >> 16);
}

/// How far behind the end of a row of RGB pixels a kernel reads that loads 16 bytes a time and
/// takes the most taps for every pixel.
inline std::size_t bytes_behind_row(const AxisWeights& weights) {
  return 3 * static_cast<std::size_t>(weights.most_taps + 4) + 16;
}

}  // namespace trainer::simd
