#include "data/transforms/kernels/color/blend.h"

#include <cstddef>

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

/// Rounded, half up.
int mean_luma(const ImageView& image) {
  std::uint64_t sum = 0;
  for (int y = 0; y < image.height; ++y) {
    const std::uint8_t* row = image.row(y);
    std::uint32_t of_row = 0;
    if (image.channels == 1) {
      for (int x = 0; x < image.width; ++x) of_row += row[x];
    } else {
      for (int x = 0; x < image.width; ++x) of_row += luma(row + std::ptrdiff_t{3} * x);
    }
    sum += of_row;
  }
  const double pixels = static_cast<double>(image.height) * image.width;
  return static_cast<int>(static_cast<double>(sum) / pixels + 0.5);
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
  for (int y = 0; y < in.height; ++y) {
    const std::uint8_t* from = in.row(y);
    std::uint8_t* to = out.row(y);
    for (int x = 0; x < in.width; ++x, from += 3, to += 3) {
      const int gray = luma(from);
      for (int c = 0; c < 3; ++c) to[c] = blend(gray, from[c], factor);
    }
  }
}

}  // namespace trainer
