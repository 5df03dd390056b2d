#pragma once
#include <trainer/transform.h>

namespace trainer {

/// Turns the hue of an RGB image by `turns` (1 is a whole circle): torchvision's adjust_hue on a
/// PIL image, with Pillow's 8-bit HSV. A gray image stays as it is. `in` and `out` are equal in
/// shape, and may be the same memory.
void adjust_hue(const ImageView& in, const MutableImageView& out, double turns);

}  // namespace trainer
