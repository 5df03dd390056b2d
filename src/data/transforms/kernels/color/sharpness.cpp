#include "data/transforms/kernels/color/sharpness.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "data/transforms/kernels/by_processor.h"
#include "data/transforms/kernels/color/blend.h"
#include "data/transforms/kernels/resample.h"

namespace trainer {
namespace {

constexpr unsigned divided_by_26(unsigned n) {
  return (n * 20165U) >> 19;
}
constexpr bool divides_all_sums() {
  for (unsigned n = 0; n <= 2 * 13 * 255 + 13; ++n) {
    if (divided_by_26(n) != n / 26) return false;
  }
  return true;
}
static_assert(divides_all_sums(), "a multiplication in place of a division");

// Pillow's SMOOTH filter in floats, to the bit: a sum of integers over 13 is never halfway between
// two integers, nor near enough to it for a float's rounding to show.
TRAINER_VECTOR_LOOP void smooth(const std::uint8_t* above,
                                const std::uint8_t* row,
                                const std::uint8_t* below,
                                std::ptrdiff_t step,
                                int n,
                                std::uint8_t* __restrict to) {
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    const unsigned around = 0U + above[i - step] + above[i] + above[i + step] + row[i - step] +
                            row[i + step] + below[i - step] + below[i] + below[i + step];
    to[i] = static_cast<std::uint8_t>(divided_by_26(2 * (around + 5U * row[i]) + 13));
  }
}

TRAINER_VECTOR_LOOP void sharpen(ImageView in, MutableImageView out, float factor) {
  constexpr int kBlock = 256;
  std::uint8_t smoothed[kBlock];
  const std::ptrdiff_t step = in.channels;
  const int end = in.channels * (in.width - 1);
  for (int y = 1; y + 1 < in.height; ++y) {
    for (int i = in.channels; i < end; i += kBlock) {
      const int n = std::min(kBlock, end - i);
      const std::uint8_t* row = in.row(y) + i;
      std::uint8_t* to = out.row(y) + i;
      smooth(in.row(y - 1) + i, row, in.row(y + 1) + i, step, n, smoothed);
      for (int k = 0; k < n; ++k) to[k] = blend(smoothed[k], row[k], factor);
    }
  }
}

}  // namespace

void adjust_sharpness(const ImageView& in, const MutableImageView& out, float factor) {
  // The filter leaves the border as it is; so the blend does.
  copy_pixels(in, out, false);
  run_for_processor<sharpen>(in, out, factor);
}

}  // namespace trainer
