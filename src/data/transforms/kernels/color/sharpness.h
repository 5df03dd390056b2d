#pragma once
#include <trainer/transform.h>

namespace trainer {

/// 0 gives a smoothed image, 1 the image, 2 a sharpened one: Pillow's ImageEnhance.Sharpness. Equal
/// shapes; they do not overlap.
void adjust_sharpness(const ImageView& in, const MutableImageView& out, float factor);

}  // namespace trainer
