#pragma once
#include <array>
#include <cstdint>

#include <trainer/transform.h>

namespace trainer {

/// How a pixel between four others is found. None smooths what is scaled down.
enum class WarpFilter { nearest, bilinear, bicubic };

using PixelFill = std::array<std::uint8_t, 4>;

/// From a place in the result to one in the source: x' = m[0] x + m[1] y + m[2],
/// y' = m[3] x + m[4] y + m[5]; the middle of the first pixel is at (0.5, 0.5).
using AffineMatrix = std::array<double, 6>;
/// The same with x' and y' divided by m[6] x + m[7] y + 1.
using PerspectiveMatrix = std::array<double, 8>;

/// Bit for bit Pillow's `Image.transform(size, AFFINE | PERSPECTIVE, m, filter, fillcolor=fill)` on
/// 8-bit images of 1 to 4 channels. Equal channels, any sizes; they do not overlap.
void warp_affine(const ImageView& in,
                 const MutableImageView& out,
                 const AffineMatrix& m,
                 WarpFilter filter,
                 const PixelFill& fill);
void warp_perspective(const ImageView& in,
                      const MutableImageView& out,
                      const PerspectiveMatrix& m,
                      WarpFilter filter,
                      const PixelFill& fill);

}  // namespace trainer
