#pragma once
#include <cstdint>
#include <cstring>

#include "data/transforms/kernels/resample_kernels.h"
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

/// The horizontal pass by `kRgb`, which takes images of three channels, with the portable one for
/// the others.
template <auto kRgb>
void horizontal(const ImageView& in,
                int column_offset,
                const AxisWeights& weights,
                bool mirror,
                const MutableImageView& out) {
  const auto pass = in.channels == 3 ? kRgb : portable_resample_kernels().horizontal;
  pass(in, column_offset, weights, mirror, out);
}

/// The vertical pass by `kMake`, which makes `kBlock` bytes of one output row. Inlined, so that its
/// instructions and those of `kMake` are the caller's.
template <int kBlock, auto kMake>
[[gnu::always_inline]] inline void vertical(const ImageView& in,
                                            int row_offset,
                                            const AxisWeights& weights,
                                            const MutableImageView& out) {
  const int bytes = out.width * out.channels;
  if (bytes < kBlock) return portable_resample_kernels().vertical(in, row_offset, weights, out);
  for (int y = 0; y < out.height; ++y) {
    const auto i = static_cast<std::size_t>(y);
    const std::size_t w = i * static_cast<std::size_t>(weights.taps);
    const std::uint8_t* source = in.row(weights.first[i] - row_offset);
    // The last block overlaps the one before it rather than the end of the row.
    for (int x = 0; x < bytes; x += kBlock) {
      const int at = x + kBlock <= bytes ? x : bytes - kBlock;
      kMake(source + at,
            in.stride,
            weights.high.data() + w,
            weights.low.data() + w,
            weights.count[i],
            out.row(y) + at);
    }
  }
}

}  // namespace trainer::simd
