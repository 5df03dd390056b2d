#pragma once
#include <array>
#include <cstdint>

#include <trainer/transform.h>

namespace trainer {

/// What stands outside of an image, named as in torchvision: `fill`; the border pixel; the image
/// mirrored without, or with, its border pixel.
enum class PaddingMode { constant, edge, reflect, symmetric };

/// Cuts the window of `out`'s size whose upper left corner is (`left`, `top`) out of `in`, where it
/// may reach beyond every side; up to 4 channels. They do not overlap.
void crop_padded(const ImageView& in,
                 int left,
                 int top,
                 PaddingMode mode,
                 const std::array<std::uint8_t, 4>& fill,
                 const MutableImageView& out);

}  // namespace trainer
