#pragma once
#include <trainer/transform.h>

namespace trainer {

/// Spreads the histogram of each channel evenly: Pillow's ImageOps.equalize. `in` and `out` are
/// equal in shape, and may be the same memory.
void equalize(const ImageView& in, const MutableImageView& out);

/// Stretches each channel so that its least value becomes 0 and its greatest 255: Pillow's
/// ImageOps.autocontrast without a cut-off. `in` and `out` as above.
void autocontrast(const ImageView& in, const MutableImageView& out);

}  // namespace trainer
