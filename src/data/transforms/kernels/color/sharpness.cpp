#include "data/transforms/kernels/color/sharpness.h"

#include <cstddef>
#include <cstdint>

#include "data/transforms/kernels/color/blend.h"
#include "data/transforms/kernels/resample.h"

namespace trainer {
namespace {

// Pillow's SMOOTH filter in floats, to the bit: a sum of integers over 13 is never halfway between
// two integers, nor near enough to it for a float's rounding to show.
int smoothed(const std::uint8_t* above,
             const std::uint8_t* row,
             const std::uint8_t* below,
             std::ptrdiff_t i,
             std::ptrdiff_t step) {
  const int around = above[i - step] + above[i] + above[i + step] + row[i - step] + row[i + step] +
                     below[i - step] + below[i] + below[i + step];
  return (2 * (around + 5 * row[i]) + 13) / 26;
}

}  // namespace

void adjust_sharpness(const ImageView& in, const MutableImageView& out, float factor) {
  // The filter leaves the border as it is; so the blend does.
  copy_pixels(in, out, false);
  const std::ptrdiff_t step = in.channels;
  const std::ptrdiff_t end = step * (in.width - 1);
  for (int y = 1; y + 1 < in.height; ++y) {
    const std::uint8_t* row = in.row(y);
    const std::uint8_t* above = in.row(y - 1);
    const std::uint8_t* below = in.row(y + 1);
    std::uint8_t* to = out.row(y);
    for (std::ptrdiff_t i = step; i < end; ++i) {
      to[i] = blend(smoothed(above, row, below, i, step), row[i], factor);
    }
  }
}

}  // namespace trainer
