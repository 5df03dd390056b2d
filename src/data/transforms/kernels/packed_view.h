#pragma once
#include <cstddef>

#include <trainer/transform.h>

namespace trainer {

/// Pixels whose rows follow each other without a gap.
template <class Byte>
BasicImageView<Byte> packed_view(Byte* pixels, int height, int width, int channels) {
  return {pixels, height, width, channels, static_cast<std::ptrdiff_t>(width) * channels};
}
template <class Byte>
BasicImageView<Byte> packed_view(Byte* pixels, const ImageShape& shape) {
  return packed_view(pixels, shape.height, shape.width, shape.channels);
}

}  // namespace trainer
