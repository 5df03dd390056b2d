#pragma once
#include <array>

#include "data/transforms/kernels/warp/warp.h"

namespace trainer {

struct Point {
  double x = 0, y = 0;
};

/// Pillow's Image.rotate: `degrees` counter-clockwise around `center` in pixels.
AffineMatrix rotation_matrix(double degrees, const Point& center);

/// An affine map in torchvision's terms; angles in degrees, clockwise.
struct AffineMap {
  double degrees = 0;
  Point translate;  ///< in pixels, after all else
  double scale = 1;
  Point shear;  ///< along x and along y
  Point center;
};
/// The matrix from the result to the source, as torchvision computes it for Pillow.
AffineMatrix affine_matrix(const AffineMap& map);

/// Upper left, upper right, lower right, lower left.
using Corners = std::array<Point, 4>;
/// The perspective that moves the corners `from` to `to`, its numbers rounded to float as in
/// torchvision. The corners of `to` lie on no line.
PerspectiveMatrix perspective_matrix(const Corners& from, const Corners& to);

}  // namespace trainer
