#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <trainer/transform.h>

#include "data/transforms/kernels/by_processor.h"

namespace trainer {

/// A place in an image; the middle of the first pixel is at (0.5, 0.5).
struct Place {
  double x = 0, y = 0;
};

/// False for a place that is no number.
TRAINER_VECTOR_LOOP bool inside(const ImageView& image, const Place& at) {
  return at.x >= 0 && at.x < image.width && at.y >= 0 && at.y < image.height;
}

namespace sampling {

/// The channels of a pixel in double, as one vector where there are several.
using FourDoubles = double __attribute__((vector_size(32)));
using FourInts = std::int32_t __attribute__((vector_size(16)));
using FourBytes = std::uint8_t __attribute__((vector_size(4)));
template <int kChannels>
using Pixel = std::conditional_t<kChannels == 1, double, FourDoubles>;

/// `end` is the end of the image's memory: up to there a pixel may be read as 4 bytes.
template <int kChannels>
TRAINER_VECTOR_LOOP void load(const std::uint8_t* from,
                              const std::uint8_t* end,
                              Pixel<kChannels>& pixel) {
  if constexpr (kChannels == 1) {
    pixel = from[0];
  } else {
    FourBytes bytes = {};
    if (end - from >= 4) {
      std::memcpy(&bytes, from, sizeof bytes);
    } else {
      std::memcpy(&bytes, from, kChannels);
    }
    pixel = __builtin_convertvector(bytes, FourDoubles);
  }
}

/// Cut off to integers, and to 0 … 255.
template <int kChannels>
TRAINER_VECTOR_LOOP void store(const Pixel<kChannels>& pixel, std::uint8_t* to) {
  if constexpr (kChannels == 1) {
    to[0] = static_cast<std::uint8_t>(std::clamp(static_cast<int>(pixel), 0, 255));
  } else {
    const FourInts values = __builtin_convertvector(pixel, FourInts);
    for (int c = 0; c < kChannels; ++c) {
      to[c] = static_cast<std::uint8_t>(std::clamp(values[c], 0, 255));
    }
  }
}

template <int kChannels>
const std::uint8_t* end_of(const ImageView& image) {
  return image.row(image.height - 1) + std::ptrdiff_t{image.width} * kChannels;
}

/// The pixel before a place, and how far behind its middle the place is.
struct Cell {
  int left, top;
  double dx, dy;
  TRAINER_VECTOR_LOOP explicit Cell(const Place& at) {
    const double x = at.x - 0.5;
    const double y = at.y - 0.5;
    // Rounded down, as both are at least -0.5.
    left = x < 0 ? -1 : static_cast<int>(x);
    top = y < 0 ? -1 : static_cast<int>(y);
    dx = x - left;
    dy = y - top;
  }
};

/// The cubic through four values with Pillow's a = -1, for 0 <= t < 1 between `b` and `c`.
template <class Value>
TRAINER_VECTOR_LOOP void cubic(
    const Value& a, const Value& b, const Value& c, const Value& d, double t, Value& result) {
  const Value p2 = -a + c;
  const Value p3 = 2 * (a - b) + c - d;
  const Value p4 = -a + b - c + d;
  result = b + t * (p2 + t * (p3 + t * p4));
}

}  // namespace sampling

/// The pixel at a place inside of the image.
template <int kChannels>
TRAINER_VECTOR_LOOP void sample_nearest(const ImageView& image, const Place& at, std::uint8_t* to) {
  const std::uint8_t* from =
      image.row(static_cast<int>(at.y)) + std::ptrdiff_t{static_cast<int>(at.x)} * kChannels;
  for (int c = 0; c < kChannels; ++c) to[c] = from[c];
}

/// Between the 4 nearest pixels, in double and cut off to an integer as in Pillow; the border's
/// pixels repeat beyond it.
template <int kChannels>
TRAINER_VECTOR_LOOP void sample_bilinear(const ImageView& image,
                                         const Place& at,
                                         std::uint8_t* to) {
  const sampling::Cell cell(at);
  const std::ptrdiff_t x0 = std::ptrdiff_t{std::max(cell.left, 0)} * kChannels;
  const std::ptrdiff_t x1 = std::ptrdiff_t{std::min(cell.left + 1, image.width - 1)} * kChannels;
  const std::uint8_t* upper = image.row(std::max(cell.top, 0));
  const std::uint8_t* lower = image.row(std::min(cell.top + 1, image.height - 1));
  const std::uint8_t* end = sampling::end_of<kChannels>(image);
  sampling::Pixel<kChannels> a, b, c, d;
  sampling::load<kChannels>(upper + x0, end, a);
  sampling::load<kChannels>(upper + x1, end, b);
  sampling::load<kChannels>(lower + x0, end, c);
  sampling::load<kChannels>(lower + x1, end, d);
  const sampling::Pixel<kChannels> above = a + (b - a) * cell.dx;
  const sampling::Pixel<kChannels> below = c + (d - c) * cell.dx;
  const sampling::Pixel<kChannels> result = above + (below - above) * cell.dy;
  sampling::store<kChannels>(result, to);
}

/// Between the 16 nearest pixels; otherwise as sample_bilinear.
template <int kChannels>
TRAINER_VECTOR_LOOP void sample_bicubic(const ImageView& image, const Place& at, std::uint8_t* to) {
  using Value = sampling::Pixel<kChannels>;
  const sampling::Cell cell(at);
  const std::uint8_t* end = sampling::end_of<kChannels>(image);
  Value rows[4];
  for (int i = 0; i < 4; ++i) {
    const std::uint8_t* row = image.row(std::clamp(cell.top - 1 + i, 0, image.height - 1));
    Value v[4];
    for (int k = 0; k < 4; ++k) {
      const int column = std::clamp(cell.left - 1 + k, 0, image.width - 1);
      sampling::load<kChannels>(row + std::ptrdiff_t{column} * kChannels, end, v[k]);
    }
    sampling::cubic(v[0], v[1], v[2], v[3], cell.dx, rows[i]);
  }
  Value result;
  sampling::cubic(rows[0], rows[1], rows[2], rows[3], cell.dy, result);
  sampling::store<kChannels>(result, to);
}

}  // namespace trainer
