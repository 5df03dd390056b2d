#include "data/transforms/kernels/warp/warp.h"

#include <cmath>
#include <cstddef>
#include <vector>

#include <trainer/error.h>

#include "data/transforms/kernels/warp/sample.h"

namespace trainer {
namespace {

template <int kChannels>
TRAINER_VECTOR_LOOP void put_fill(const PixelFill& fill, std::uint8_t* to) {
  for (std::size_t c = 0; c < kChannels; ++c) to[c] = fill[c];
}

/// Looks each pixel of the result up where `place(x, y)` says.
template <int kChannels, auto sample, class PlaceOf>
TRAINER_VECTOR_LOOP void warp_rows(const ImageView* in,
                                   const MutableImageView* out,
                                   const PixelFill* fill,
                                   PlaceOf place) {
  for (int y = 0; y < out->height; ++y) {
    std::uint8_t* to = out->row(y);
    for (int x = 0; x < out->width; ++x, to += kChannels) {
      const Place at = place(x, y);
      if (inside(*in, at)) {
        sample(*in, at, to);
      } else {
        put_fill<kChannels>(*fill, to);
      }
    }
  }
}

template <int kChannels, auto sample, class PlaceOf>
void warp_with(const ImageView& in,
               const MutableImageView& out,
               const PixelFill& fill,
               const PlaceOf& place) {
  run_for_processor<warp_rows<kChannels, sample, PlaceOf>>(&in, &out, &fill, place);
}

template <int kChannels, class PlaceOf>
void warp_filtered(const ImageView& in,
                   const MutableImageView& out,
                   WarpFilter filter,
                   const PixelFill& fill,
                   const PlaceOf& place) {
  switch (filter) {
    case WarpFilter::nearest:
      return warp_with<kChannels, sample_nearest<kChannels>>(in, out, fill, place);
    case WarpFilter::bilinear:
      return warp_with<kChannels, sample_bilinear<kChannels>>(in, out, fill, place);
    case WarpFilter::bicubic:
      return warp_with<kChannels, sample_bicubic<kChannels>>(in, out, fill, place);
  }
}

/// Places as Pillow computes them.
struct AffinePlace {
  const AffineMatrix& m;
  TRAINER_VECTOR_LOOP Place operator()(int column, int row) const {
    const double x = column + 0.5;
    const double y = row + 0.5;
    return {m[0] * x + m[1] * y + m[2], m[3] * x + m[4] * y + m[5]};
  }
};

struct PerspectivePlace {
  const PerspectiveMatrix& m;
  TRAINER_VECTOR_LOOP Place operator()(int column, int row) const {
    const double x = column + 0.5;
    const double y = row + 0.5;
    const double depth = m[6] * x + m[7] * y + 1;
    return {(m[0] * x + m[1] * y + m[2]) / depth, (m[3] * x + m[4] * y + m[5]) / depth};
  }
};

/// Nearest neighbours along both axes alone. The places are added up, as Pillow does: it shows.
template <int kChannels>
void scale_nearest(const ImageView& in,
                   const MutableImageView& out,
                   const AffineMatrix& m,
                   const PixelFill& fill) {
  thread_local std::vector<std::ptrdiff_t> columns;  // -1: outside
  columns.resize(static_cast<std::size_t>(out.width));
  double x = m[2] + m[0] * 0.5;
  for (std::ptrdiff_t& column : columns) {
    column = x >= 0 && x < in.width ? std::ptrdiff_t{static_cast<int>(x)} * kChannels : -1;
    x += m[0];
  }
  double y = m[5] + m[4] * 0.5;
  for (int row = 0; row < out.height; ++row, y += m[4]) {
    std::uint8_t* to = out.row(row);
    const std::uint8_t* from = y >= 0 && y < in.height ? in.row(static_cast<int>(y)) : nullptr;
    for (const std::ptrdiff_t column : columns) {
      if (from != nullptr && column >= 0) {
        for (std::ptrdiff_t c = 0; c < kChannels; ++c) to[c] = from[column + c];
      } else {
        put_fill<kChannels>(fill, to);
      }
      to += kChannels;
    }
  }
}

/// Whether the places of all pixels fit into 16.16 fixed point.
bool fits_fixed_point(const AffineMatrix& m, const MutableImageView& out) {
  const auto fits = [&](double x, double y) {
    return std::fabs(m[0] * x + m[1] * y + m[2]) < 32768.0 &&
           std::fabs(m[3] * x + m[4] * y + m[5]) < 32768.0;
  };
  const double right = out.width - 1;
  const double bottom = out.height - 1;
  return fits(0, 0) && fits(right, bottom) && fits(0, bottom) && fits(right, 0);
}

std::int32_t fixed_point(double value) {
  return static_cast<std::int32_t>(std::floor(value * 65536.0 + 0.5));
}

template <int kChannels>
void nearest_fixed_point(const ImageView& in,
                         const MutableImageView& out,
                         const AffineMatrix& m,
                         const PixelFill& fill) {
  const std::int32_t right_x = fixed_point(m[0]);
  const std::int32_t right_y = fixed_point(m[3]);
  const std::int32_t down_x = fixed_point(m[1]);
  const std::int32_t down_y = fixed_point(m[4]);
  std::int64_t row_x = fixed_point(m[2] + m[0] * 0.5 + m[1] * 0.5);
  std::int64_t row_y = fixed_point(m[5] + m[3] * 0.5 + m[4] * 0.5);
  const auto width = static_cast<std::uint32_t>(in.width);
  const auto height = static_cast<std::uint32_t>(in.height);
  for (int y = 0; y < out.height; ++y, row_x += down_x, row_y += down_y) {
    std::uint8_t* to = out.row(y);
    std::int64_t at_x = row_x;
    std::int64_t at_y = row_y;
    for (int x = 0; x < out.width; ++x, at_x += right_x, at_y += right_y, to += kChannels) {
      const auto column = static_cast<std::int32_t>(at_x >> 16);
      const auto row = static_cast<std::int32_t>(at_y >> 16);
      // Negative ones are huge as unsigned.
      if (static_cast<std::uint32_t>(column) < width && static_cast<std::uint32_t>(row) < height) {
        const std::uint8_t* from = in.row(row) + std::ptrdiff_t{column} * kChannels;
        for (int c = 0; c < kChannels; ++c) to[c] = from[c];
      } else {
        put_fill<kChannels>(fill, to);
      }
    }
  }
}

template <int kChannels>
void affine(const ImageView& in,
            const MutableImageView& out,
            const AffineMatrix& m,
            WarpFilter filter,
            const PixelFill& fill) {
  if (filter == WarpFilter::nearest) {
    if (m[1] == 0 && m[3] == 0) return scale_nearest<kChannels>(in, out, m, fill);
    if (fits_fixed_point(m, out)) return nearest_fixed_point<kChannels>(in, out, m, fill);
  }
  warp_filtered<kChannels>(in, out, filter, fill, AffinePlace{m});
}

template <int kChannels>
void perspective(const ImageView& in,
                 const MutableImageView& out,
                 const PerspectiveMatrix& m,
                 WarpFilter filter,
                 const PixelFill& fill) {
  warp_filtered<kChannels>(in, out, filter, fill, PerspectivePlace{m});
}

}  // namespace

void warp_affine(const ImageView& in,
                 const MutableImageView& out,
                 const AffineMatrix& m,
                 WarpFilter filter,
                 const PixelFill& fill) {
  TRAINER_ASSERT(in.channels == out.channels, "equal channels");
  switch (in.channels) {
    case 1:
      return affine<1>(in, out, m, filter, fill);
    case 2:
      return affine<2>(in, out, m, filter, fill);
    case 3:
      return affine<3>(in, out, m, filter, fill);
    default:
      return affine<4>(in, out, m, filter, fill);
  }
}

void warp_perspective(const ImageView& in,
                      const MutableImageView& out,
                      const PerspectiveMatrix& m,
                      WarpFilter filter,
                      const PixelFill& fill) {
  TRAINER_ASSERT(in.channels == out.channels, "equal channels");
  switch (in.channels) {
    case 1:
      return perspective<1>(in, out, m, filter, fill);
    case 2:
      return perspective<2>(in, out, m, filter, fill);
    case 3:
      return perspective<3>(in, out, m, filter, fill);
    default:
      return perspective<4>(in, out, m, filter, fill);
  }
}

}  // namespace trainer
