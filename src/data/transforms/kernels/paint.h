#pragma once
#include <trainer/transform.h>

#include "data/box.h"
#include "data/transforms/kernels/warp/warp.h"

namespace trainer {

/// Fills a box, which lies inside of `image`, with one colour.
void paint_box(const Box& box, const PixelFill& fill, const MutableImageView& image);

}  // namespace trainer
