#include "data/transforms/kernels/gray.h"

#include <cstddef>

#include <trainer/error.h>

namespace trainer {

void convert_channels(const ImageView& in, const MutableImageView& out) {
  TRAINER_ASSERT(in.channels >= 1 && in.channels <= 4, "pixels of 1 to 4 channels");
  TRAINER_ASSERT(out.channels == 1 || out.channels == 3, "pixels as gray or RGB");
  const bool color_in = in.channels >= 3;
  const bool color_out = out.channels == 3;
  for (int y = 0; y < in.height; ++y) {
    const std::uint8_t* from = in.row(y);
    std::uint8_t* to = out.row(y);
    for (int x = 0; x < in.width; ++x, from += in.channels, to += out.channels) {
      if (color_in && color_out) {
        to[0] = from[0];
        to[1] = from[1];
        to[2] = from[2];
      } else {
        const std::uint8_t value = color_in ? luma(from) : from[0];
        for (int c = 0; c < out.channels; ++c) to[c] = value;
      }
    }
  }
}

}  // namespace trainer
