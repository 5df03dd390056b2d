#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <trainer/transform.h>

namespace trainer {

/// A place in an image; the middle of the first pixel is at (0.5, 0.5).
struct Place {
  double x = 0, y = 0;
};

inline bool inside(const ImageView& image, const Place& at) {
  return at.x >= 0 && at.x < image.width && at.y >= 0 && at.y < image.height;
}

/// The pixel at a place inside of the image.
template <int kChannels>
void sample_nearest(const ImageView& image, const Place& at, std::uint8_t* to) {
  const std::uint8_t* from =
      image.row(static_cast<int>(at.y)) + std::ptrdiff_t{static_cast<int>(at.x)} * kChannels;
  for (int c = 0; c < kChannels; ++c) to[c] = from[c];
}

/// Of a value >= -0.5.
inline int rounded_down(double value) {
  return value < 0 ? -1 : static_cast<int>(value);
}

/// Between the 4 nearest pixels, in double and cut off to an integer as in Pillow; the border's
/// pixels repeat beyond it.
template <int kChannels>
void sample_bilinear(const ImageView& image, const Place& at, std::uint8_t* to) {
  const double x = at.x - 0.5;
  const double y = at.y - 0.5;
  const int left = rounded_down(x);
  const int top = rounded_down(y);
  const double dx = x - left;
  const double dy = y - top;
  const std::ptrdiff_t x0 = std::ptrdiff_t{std::max(left, 0)} * kChannels;
  const std::ptrdiff_t x1 = std::ptrdiff_t{std::min(left + 1, image.width - 1)} * kChannels;
  const std::uint8_t* upper = image.row(std::max(top, 0));
  const std::uint8_t* lower = image.row(std::min(top + 1, image.height - 1));
  for (int c = 0; c < kChannels; ++c) {
    const double a = upper[x0 + c] + (upper[x1 + c] - upper[x0 + c]) * dx;
    const double b = lower[x0 + c] + (lower[x1 + c] - lower[x0 + c]) * dx;
    to[c] = static_cast<std::uint8_t>(a + (b - a) * dy);
  }
}

/// The cubic through four values with Pillow's a = -1, for 0 <= t < 1 between `b` and `c`.
inline double cubic(double a, double b, double c, double d, double t) {
  const double p2 = -a + c;
  const double p3 = 2 * (a - b) + c - d;
  const double p4 = -a + b - c + d;
  return b + t * (p2 + t * (p3 + t * p4));
}

/// Between the 16 nearest pixels; otherwise as sample_bilinear.
template <int kChannels>
void sample_bicubic(const ImageView& image, const Place& at, std::uint8_t* to) {
  const double x = at.x - 0.5;
  const double y = at.y - 0.5;
  const int left = rounded_down(x);
  const int top = rounded_down(y);
  const double dx = x - left;
  const double dy = y - top;
  std::ptrdiff_t columns[4];
  const std::uint8_t* rows[4];
  for (int i = 0; i < 4; ++i) {
    columns[i] = std::ptrdiff_t{std::clamp(left - 1 + i, 0, image.width - 1)} * kChannels;
    rows[i] = image.row(std::clamp(top - 1 + i, 0, image.height - 1));
  }
  for (int c = 0; c < kChannels; ++c) {
    double v[4];
    for (int i = 0; i < 4; ++i) {
      const std::uint8_t* row = rows[i] + c;
      v[i] = cubic(row[columns[0]], row[columns[1]], row[columns[2]], row[columns[3]], dx);
    }
    to[c] = static_cast<std::uint8_t>(std::clamp(cubic(v[0], v[1], v[2], v[3], dy), 0.0, 255.0));
  }
}

}  // namespace trainer
