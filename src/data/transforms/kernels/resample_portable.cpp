#include <algorithm>
#include <cstddef>

#include "data/transforms/kernels/resample_kernels.h"

namespace trainer {
namespace {

constexpr std::int32_t kHalf = 1 << (kWeightBits - 1);
// Bytes of a row that one inner loop of the vertical pass works on: its sums stay in registers or
// the nearest cache.
constexpr int kColumnBlock = 64;

std::uint8_t to_pixel(std::int32_t sum) {
  return static_cast<std::uint8_t>(std::clamp(sum >> kWeightBits, 0, 255));
}

template <int kChannels>
void horizontal_rows(const ImageView& in,
                     int column_offset,
                     const AxisWeights& weights,
                     bool mirror,
                     const MutableImageView& out) {
  for (int y = 0; y < out.height; ++y) {
    const std::uint8_t* source = in.row(y);
    std::uint8_t* target = out.row(y);
    for (int x = 0; x < out.width; ++x) {
      const auto i = static_cast<std::size_t>(x);
      const std::uint8_t* pixel =
          source + static_cast<std::ptrdiff_t>(weights.first[i] - column_offset) * kChannels;
      const std::int32_t* w = weights.weights.data() + i * static_cast<std::size_t>(weights.taps);
      std::int32_t sum[kChannels];
      for (int c = 0; c < kChannels; ++c) sum[c] = kHalf;
      const int taps = weights.count[i];
      for (int k = 0; k < taps; ++k, pixel += kChannels) {
        for (int c = 0; c < kChannels; ++c) sum[c] += pixel[c] * w[k];
      }
      std::uint8_t* to =
          target + static_cast<std::ptrdiff_t>(mirror ? out.width - 1 - x : x) * kChannels;
      for (int c = 0; c < kChannels; ++c) to[c] = to_pixel(sum[c]);
    }
  }
}

void horizontal(const ImageView& in,
                int column_offset,
                const AxisWeights& weights,
                bool mirror,
                const MutableImageView& out) {
  switch (in.channels) {
    case 1:
      return horizontal_rows<1>(in, column_offset, weights, mirror, out);
    case 2:
      return horizontal_rows<2>(in, column_offset, weights, mirror, out);
    case 3:
      return horizontal_rows<3>(in, column_offset, weights, mirror, out);
    default:
      return horizontal_rows<4>(in, column_offset, weights, mirror, out);
  }
}

/// Sums `taps` rows, `stride` bytes apart, over `bytes` <= kColumnBlock columns.
void vertical_block(const std::uint8_t* source,
                    std::ptrdiff_t stride,
                    const std::int32_t* weights,
                    int taps,
                    int bytes,
                    std::uint8_t* target) {
  std::int32_t sums[kColumnBlock];
  for (int i = 0; i < bytes; ++i) sums[i] = kHalf;
  for (int k = 0; k < taps; ++k, source += stride) {
    const std::int32_t w = weights[k];
    for (int i = 0; i < bytes; ++i) sums[i] += source[i] * w;
  }
  for (int i = 0; i < bytes; ++i) target[i] = to_pixel(sums[i]);
}

void vertical(const ImageView& in,
              int row_offset,
              const AxisWeights& weights,
              const MutableImageView& out) {
  const int bytes = out.width * out.channels;
  for (int y = 0; y < out.height; ++y) {
    const auto i = static_cast<std::size_t>(y);
    const std::uint8_t* source = in.row(weights.first[i] - row_offset);
    const std::int32_t* w = weights.weights.data() + i * static_cast<std::size_t>(weights.taps);
    std::uint8_t* target = out.row(y);
    int x = 0;
    // The whole blocks have a length that the compiler knows.
    for (; x + kColumnBlock <= bytes; x += kColumnBlock) {
      vertical_block(source + x, in.stride, w, weights.count[i], kColumnBlock, target + x);
    }
    if (x < bytes) {
      vertical_block(source + x, in.stride, w, weights.count[i], bytes - x, target + x);
    }
  }
}

}  // namespace

const ResampleKernels& portable_resample_kernels() {
  static constexpr ResampleKernels kernels = {"portable", horizontal, vertical};
  return kernels;
}

}  // namespace trainer
