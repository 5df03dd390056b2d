#include "data/transforms/kernels/color/gaussian_blur.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace trainer {
namespace {

/// Memory of one thread that only grows.
struct Scratch {
  std::vector<float> across, down;  ///< the taps
  std::vector<float> padded;        ///< a row of the source with its mirrored ends
  std::vector<float> blurred;       ///< rows after the pass along them, one after the other
  std::vector<float> sum;
};

Scratch& scratch() {
  thread_local Scratch memory;
  return memory;
}

void fill_taps(std::vector<float>& taps, int size, double sigma) {
  taps.resize(static_cast<std::size_t>(size));
  const auto deviation = static_cast<float>(sigma);
  float sum = 0;
  for (int i = 0; i < size; ++i) {
    const float z = static_cast<float>(i - size / 2) / deviation;
    taps[static_cast<std::size_t>(i)] = std::exp(-0.5F * z * z);
    sum += taps[static_cast<std::size_t>(i)];
  }
  for (float& tap : taps) tap /= sum;
}

/// The position in 0 … size-1 that mirrors `i`, the border pixel not doubled.
int mirrored(int i, int size) {
  if (i < 0) return -i;
  return i < size ? i : 2 * (size - 1) - i;
}

void grow(std::vector<float>& memory, std::size_t size) {
  if (memory.size() < size) memory.resize(size);
}

/// sum[i] += tap * from[i]; the shape of every inner loop here, which compilers vectorise.
void add_scaled(float* sum, const float* from, float tap, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) sum[i] += tap * from[i];
}

void blur_row(const ImageView& in, int y, Scratch& memory, float* to) {
  const auto channels = static_cast<std::size_t>(in.channels);
  const int reach = static_cast<int>(memory.across.size()) / 2;
  const std::uint8_t* row = in.row(y);
  float* padded = memory.padded.data();
  const auto put = [&](int x) {
    const std::uint8_t* from = row + std::ptrdiff_t{mirrored(x, in.width)} * in.channels;
    float* at = padded + static_cast<std::size_t>(x + reach) * channels;
    for (std::size_t c = 0; c < channels; ++c) at[c] = from[c];
  };
  for (int x = -reach; x < 0; ++x) put(x);
  const std::size_t n = static_cast<std::size_t>(in.width) * channels;
  float* inner = padded + static_cast<std::size_t>(reach) * channels;
  for (std::size_t i = 0; i < n; ++i) inner[i] = row[i];
  for (int x = in.width; x < in.width + reach; ++x) put(x);
  std::fill(to, to + n, 0.0F);
  for (std::size_t k = 0; k < memory.across.size(); ++k) {
    add_scaled(to, padded + k * channels, memory.across[k], n);
  }
}

}  // namespace

void gaussian_blur(const ImageView& in,
                   const MutableImageView& out,
                   int kernel_width,
                   int kernel_height,
                   double sigma) {
  Scratch& memory = scratch();
  const auto channels = static_cast<std::size_t>(in.channels);
  const std::size_t n = static_cast<std::size_t>(in.width) * channels;
  fill_taps(memory.across, kernel_width, sigma);
  fill_taps(memory.down, kernel_height, sigma);
  grow(memory.padded, n + memory.across.size() * channels);
  grow(memory.blurred, n * static_cast<std::size_t>(in.height));
  grow(memory.sum, n);
  for (int y = 0; y < in.height; ++y) {
    blur_row(in, y, memory, memory.blurred.data() + static_cast<std::size_t>(y) * n);
  }
  const int reach = kernel_height / 2;
  for (int y = 0; y < in.height; ++y) {
    float* sum = memory.sum.data();
    std::fill(sum, sum + n, 0.0F);
    for (int k = 0; k < kernel_height; ++k) {
      const auto from = static_cast<std::size_t>(mirrored(y + k - reach, in.height));
      add_scaled(
          sum, memory.blurred.data() + from * n, memory.down[static_cast<std::size_t>(k)], n);
    }
    std::uint8_t* to = out.row(y);
    for (std::size_t i = 0; i < n; ++i)
      to[i] = static_cast<std::uint8_t>(std::min(sum[i] + 0.5F, 255.0F));
  }
}

}  // namespace trainer
