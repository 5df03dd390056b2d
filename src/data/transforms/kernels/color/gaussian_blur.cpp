#include "data/transforms/kernels/color/gaussian_blur.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "data/transforms/kernels/by_processor.h"

namespace trainer {
namespace {

/// Memory of one thread that only grows.
struct Scratch {
  std::vector<float> across, down;  ///< the taps
  std::vector<float> padded;        ///< a row of the source with its mirrored ends
  std::vector<float> blurred;       ///< rows after the pass along them, one after the other
  std::vector<const float*> rows;   ///< those that a row of the result is made of
};

Scratch& scratch() {
  thread_local Scratch memory;
  return memory;
}

/// The taps of a Gaussian without those at its ends that cannot show in 8 bits; they would only
/// cost time, most of all where a product is too small for a normal float.
void fill_taps(std::vector<float>& taps, int size, double sigma) {
  constexpr float kLeast = 1e-9F;
  const auto deviation = static_cast<float>(sigma);
  const auto height = [&](int i) {
    const float z = static_cast<float>(i) / deviation;
    return std::exp(-0.5F * z * z);
  };
  int reach = size / 2;
  while (reach > 0 && height(reach) < kLeast) --reach;
  taps.resize(static_cast<std::size_t>(2 * reach + 1));
  float sum = 0;
  for (int i = -reach; i <= reach; ++i) {
    taps[static_cast<std::size_t>(i + reach)] = height(i);
    sum += height(i);
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

/// Columns whose sums stay in registers, written as vectors so that they do.
using Lanes = float __attribute__((vector_size(32)));
constexpr std::size_t kLanes = sizeof(Lanes) / sizeof(float);
constexpr std::size_t kVectors = 6;
constexpr std::size_t kBlock = kVectors * kLanes;

/// to[i] = the sum over k of taps[k] * from(k)[i], for i < kBlock.
template <class Rows>
TRAINER_VECTOR_LOOP void block_sums(const Rows& from,
                                    const float* taps,
                                    std::size_t count,
                                    float* to) {
  Lanes sums[kVectors] = {};
  for (std::size_t k = 0; k < count; ++k) {
    const float* row = from(k);
    const float tap = taps[k];
    for (std::size_t v = 0; v < kVectors; ++v) {
      Lanes values;
      std::memcpy(&values, row + v * kLanes, sizeof values);
      sums[v] += tap * values;
    }
  }
  std::memcpy(to, sums, sizeof sums);
}

/// The same for i < n.
template <class Rows>
TRAINER_VECTOR_LOOP void rest_sums(
    const Rows& from, const float* taps, std::size_t count, std::size_t n, float* to) {
  for (std::size_t i = 0; i < n; ++i) {
    float sum = 0;
    for (std::size_t k = 0; k < count; ++k) sum += taps[k] * from(k)[i];
    to[i] = sum;
  }
}

/// Rows of `n` values become sums over `count` neighbours, `step` values apart.
TRAINER_VECTOR_LOOP void blur_across(const float* padded,
                                     std::size_t step,
                                     const float* taps,
                                     std::size_t count,
                                     std::size_t n,
                                     float* to) {
  std::size_t i = 0;
  const auto row = [&](std::size_t k) { return padded + k * step + i; };
  for (; i + kBlock <= n; i += kBlock) block_sums(row, taps, count, to + i);
  rest_sums(row, taps, count, n - i, to + i);
}

/// The same over rows, rounded to bytes.
TRAINER_VECTOR_LOOP void blur_down(const float* const* rows,
                                   const float* taps,
                                   std::size_t count,
                                   std::size_t n,
                                   std::uint8_t* to) {
  float sums[kBlock];
  for (std::size_t i = 0; i < n; i += kBlock) {
    const std::size_t size = std::min(kBlock, n - i);
    const auto row = [&](std::size_t k) { return rows[k] + i; };
    if (size == kBlock) {
      block_sums(row, taps, count, sums);
    } else {
      rest_sums(row, taps, count, size, sums);
    }
    for (std::size_t j = 0; j < size; ++j) {
      to[i + j] = static_cast<std::uint8_t>(std::min(sums[j] + 0.5F, 255.0F));
    }
  }
}

/// A row as floats, its ends mirrored.
void pad_row(const ImageView& in, int y, int reach, float* padded) {
  const auto channels = static_cast<std::size_t>(in.channels);
  const std::uint8_t* row = in.row(y);
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
  for (int y = 0; y < in.height; ++y) {
    pad_row(in, y, static_cast<int>(memory.across.size()) / 2, memory.padded.data());
    run_for_processor<blur_across>(static_cast<const float*>(memory.padded.data()),
                                   channels,
                                   static_cast<const float*>(memory.across.data()),
                                   memory.across.size(),
                                   n,
                                   memory.blurred.data() + static_cast<std::size_t>(y) * n);
  }
  memory.rows.resize(memory.down.size());
  const int reach = static_cast<int>(memory.down.size()) / 2;
  for (int y = 0; y < in.height; ++y) {
    for (std::size_t k = 0; k < memory.rows.size(); ++k) {
      const int from = mirrored(y + static_cast<int>(k) - reach, in.height);
      memory.rows[k] = memory.blurred.data() + static_cast<std::size_t>(from) * n;
    }
    run_for_processor<blur_down>(static_cast<const float* const*>(memory.rows.data()),
                                 static_cast<const float*>(memory.down.data()),
                                 memory.rows.size(),
                                 n,
                                 out.row(y));
  }
}

}  // namespace trainer
