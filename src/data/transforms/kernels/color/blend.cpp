#include "data/transforms/kernels/color/blend.h"

#include <algorithm>
#include <cstddef>

#include "data/transforms/kernels/by_processor.h"
#include "data/transforms/kernels/color/levels.h"
#include "data/transforms/kernels/gray.h"
#include "data/transforms/kernels/resample.h"

namespace trainer {
namespace {

Levels levels_from(int from, float factor) {
  Levels levels{};
  for (std::size_t i = 0; i < levels.size(); ++i) {
    levels[i] = blend(from, static_cast<int>(i), factor);
  }
  return levels;
}

/// Pixels that a loop works on at once, in the nearest cache.
constexpr int kBlock = 128;

TRAINER_VECTOR_LOOP void luma_of(const std::uint8_t* rgb, int n, std::uint8_t* to) {
  for (int i = 0; i < n; ++i) to[i] = luma(rgb + std::ptrdiff_t{3} * i);
}

TRAINER_VECTOR_LOOP void sum_luma(ImageView image, std::uint64_t* sum) {
  std::uint8_t block[kBlock];
  for (int y = 0; y < image.height; ++y) {
    const std::uint8_t* row = image.row(y);
    std::uint32_t of_row = 0;
    for (int x = 0; x < image.width; x += kBlock) {
      const int n = std::min(kBlock, image.width - x);
      const std::uint8_t* values = row + x;
      if (image.channels == 3) {
        luma_of(row + std::ptrdiff_t{3} * x, n, block);
        values = block;
      }
      for (int i = 0; i < n; ++i) of_row += values[i];
    }
    *sum += of_row;
  }
}

/// Rounded, half up.
int mean_luma(const ImageView& image) {
  std::uint64_t sum = 0;
  run_for_processor<sum_luma>(image, &sum);
  const double pixels = static_cast<double>(image.height) * image.width;
  return static_cast<int>(static_cast<double>(sum) / pixels + 0.5);
}

TRAINER_VECTOR_LOOP void saturate(ImageView in, MutableImageView out, float factor) {
  std::uint8_t gray[kBlock];
  std::uint8_t grays[3 * kBlock];
  for (int y = 0; y < in.height; ++y) {
    for (int x = 0; x < in.width; x += kBlock) {
      const int n = std::min(kBlock, in.width - x);
      const std::uint8_t* from = in.row(y) + std::ptrdiff_t{3} * x;
      std::uint8_t* to = out.row(y) + std::ptrdiff_t{3} * x;
      luma_of(from, n, gray);
      for (int i = 0; i < n; ++i) grays[3 * i] = grays[3 * i + 1] = grays[3 * i + 2] = gray[i];
      for (int i = 0; i < 3 * n; ++i) to[i] = blend(grays[i], from[i], factor);
    }
  }
}

}  // namespace

void adjust_brightness(const ImageView& in, const MutableImageView& out, float factor) {
  map_levels(in, out, levels_from(0, factor));
}

void adjust_contrast(const ImageView& in, const MutableImageView& out, float factor) {
  map_levels(in, out, levels_from(mean_luma(in), factor));
}

void adjust_saturation(const ImageView& in, const MutableImageView& out, float factor) {
  if (in.channels == 1) {
    if (in.pixels != out.pixels) copy_pixels(in, out, false);
    return;
  }
  run_for_processor<saturate>(in, out, factor);
}

}  // namespace trainer
