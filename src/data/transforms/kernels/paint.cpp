#include "data/transforms/kernels/paint.h"

#include <cstddef>
#include <cstdint>

namespace trainer {

void paint_box(const Box& box, const PixelFill& fill, const MutableImageView& image) {
  const auto channels = static_cast<std::size_t>(image.channels);
  for (int y = box.y; y < box.y + box.height; ++y) {
    std::uint8_t* to = image.row(y) + std::ptrdiff_t{box.x} * image.channels;
    for (int x = 0; x < box.width; ++x) {
      for (std::size_t c = 0; c < channels; ++c) *to++ = fill[c];
    }
  }
}

}  // namespace trainer
