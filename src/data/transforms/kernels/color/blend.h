#pragma once
#include <cstdint>

#include <trainer/transform.h>

namespace trainer {

/// A value between `from` (factor 0) and `to` (factor 1), or beyond, cut off: Pillow's Image.blend.
inline std::uint8_t blend(int from, int to, float factor) {
  const float value = static_cast<float>(from) + factor * static_cast<float>(to - from);
  return static_cast<std::uint8_t>(value <= 0 ? 0.0F : value >= 255 ? 255.0F : value);
}

/// Pillow's ImageEnhance: 0 gives black, 1 the image. For all three: gray or RGB; `in` and `out`
/// are equal in shape, and may be the same memory.
void adjust_brightness(const ImageView& in, const MutableImageView& out, float factor);
/// 0 gives the mean luma everywhere, 1 the image.
void adjust_contrast(const ImageView& in, const MutableImageView& out, float factor);
/// 0 gives the luma of each pixel, 1 the image; a gray image stays as it is.
void adjust_saturation(const ImageView& in, const MutableImageView& out, float factor);

}  // namespace trainer
