#include "data/transforms/kernels/color/hue.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "data/transforms/kernels/by_processor.h"
#include "data/transforms/kernels/resample.h"

namespace trainer {
namespace {

/// Pixels that the loop works on at once, channel by channel.
constexpr int kBlock = 128;
struct Block {
  float red[kBlock], green[kBlock], blue[kBlock];
};

/// Where the hue of a color lies, from 0 to 1, for the channels' distances from the greatest one.
/// The mixture of float and double is Pillow's: every step rounds as it does there.
TRAINER_VECTOR_LOOP float circle_of(
    bool red, bool green, float lack_r, float lack_g, float lack_b) {
  const double r = static_cast<double>(lack_r);
  const double g = static_cast<double>(lack_g);
  const double b = static_cast<double>(lack_b);
  const auto beyond_red = static_cast<float>(2.0 + r - b);
  const auto beyond_green = static_cast<float>(4.0 + g - r);
  const float sector = red ? lack_b - lack_g : green ? beyond_red : beyond_green;
  const double circle = static_cast<double>(sector) / 6.0 + 1.0;
  return static_cast<float>(circle >= 1.0 ? circle - 1.0 : circle);
}

TRAINER_VECTOR_LOOP float rounded(float value) {
  return static_cast<float>(static_cast<int>(value + 0.5F));
}

/// To 8-bit HSV, turned, and back; without branches, so that it becomes vector instructions.
TRAINER_VECTOR_LOOP void turn(Block& block, int shift) {
  for (int i = 0; i < kBlock; ++i) {
    const float r = block.red[i];
    const float g = block.green[i];
    const float b = block.blue[i];
    const float top = std::max(r, std::max(g, b));
    const float span = top - std::min(r, std::min(g, b));
    const float some_span = span > 0 ? span : 1.0F;
    const float circle = circle_of(
        r == top, g == top, (top - r) / some_span, (top - g) / some_span, (top - b) / some_span);
    const int hue = (static_cast<int>(circle * 255.0F) + shift) & 0xFF;
    const int levels = static_cast<int>(span / std::max(top, 1.0F) * 255.0F);
    // Gray has no saturation: the hue that comes of its span of 0 does not show.
    const float saturation = static_cast<float>(levels) / 255.0F;
    const float place = static_cast<float>(hue) * 6.0F / 255.0F;
    const float fraction = place - static_cast<float>(static_cast<int>(place));
    const float low = rounded(top * (1.0F - saturation));
    const float falling = rounded(top * (1.0F - saturation * fraction));
    const float rising = rounded(top * (1.0F - saturation * (1.0F - fraction)));
    // Six sectors of the circle; the very last hue is 6, which is red as 0 is, and has no fraction.
    block.red[i] = place < 1   ? top
                   : place < 2 ? falling
                   : place < 4 ? low
                   : place < 5 ? rising
                               : top;
    block.green[i] = place < 1 ? rising : place < 3 ? top : place < 4 ? falling : low;
    block.blue[i] = place < 2   ? low
                    : place < 3 ? rising
                    : place < 5 ? top
                    : place < 6 ? falling
                                : low;
  }
}

TRAINER_VECTOR_LOOP void turn_image(ImageView in, MutableImageView out, int shift) {
  Block block{};
  for (int y = 0; y < in.height; ++y) {
    for (int x = 0; x < in.width; x += kBlock) {
      const int n = std::min(kBlock, in.width - x);
      const std::uint8_t* from = in.row(y) + std::ptrdiff_t{3} * x;
      for (int i = 0; i < n; ++i) {
        block.red[i] = from[3 * i];
        block.green[i] = from[3 * i + 1];
        block.blue[i] = from[3 * i + 2];
      }
      turn(block, shift);
      std::uint8_t* to = out.row(y) + std::ptrdiff_t{3} * x;
      for (int i = 0; i < n; ++i) {
        to[3 * i] = static_cast<std::uint8_t>(block.red[i]);
        to[3 * i + 1] = static_cast<std::uint8_t>(block.green[i]);
        to[3 * i + 2] = static_cast<std::uint8_t>(block.blue[i]);
      }
    }
  }
}

}  // namespace

void adjust_hue(const ImageView& in, const MutableImageView& out, double turns) {
  if (in.channels == 1) {
    if (in.pixels != out.pixels) copy_pixels(in, out, false);
    return;
  }
  run_for_processor<turn_image>(in, out, static_cast<int>(turns * 255) & 0xFF);
}

}  // namespace trainer
