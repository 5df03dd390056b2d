#pragma once
#include <trainer/transform.h>

namespace trainer {

/// Convolution with a Gaussian of `kernel_width` x `kernel_height` taps (odd, less than twice the
/// image's sides) and standard deviation `sigma` in pixels, the image mirrored at its borders:
/// torchvision's gaussian_blur. Equal shapes; they do not overlap.
void gaussian_blur(const ImageView& in,
                   const MutableImageView& out,
                   int kernel_width,
                   int kernel_height,
                   double sigma);

}  // namespace trainer
