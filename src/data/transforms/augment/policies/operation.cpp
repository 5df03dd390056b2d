#include "data/transforms/augment/policies/operation.h"

#include <cmath>
#include <numbers>

#include "data/transforms/kernels/color/blend.h"
#include "data/transforms/kernels/color/histogram.h"
#include "data/transforms/kernels/color/levels.h"
#include "data/transforms/kernels/color/sharpness.h"
#include "data/transforms/kernels/resample.h"
#include "data/transforms/kernels/warp/matrices.h"

namespace trainer {
namespace {

double degrees_of_slope(double slope) {
  return std::atan(slope) * (180.0 / std::numbers::pi);
}

Point middle(const ImageView& image) {
  return {image.width * 0.5, image.height * 0.5};
}

AffineMatrix matrix_of(const OperationCall& call, const ImageView& image) {
  AffineMap map;
  switch (call.operation) {
    case Operation::shear_x:
      map.shear.x = degrees_of_slope(call.magnitude);
      break;
    case Operation::shear_y:
      map.shear.y = degrees_of_slope(call.magnitude);
      break;
    case Operation::translate_x:
      map.translate.x = std::trunc(call.magnitude);
      map.center = middle(image);
      break;
    case Operation::translate_y:
      map.translate.y = std::trunc(call.magnitude);
      map.center = middle(image);
      break;
    default:
      return rotation_matrix(call.magnitude, middle(image));
  }
  return affine_matrix(map);
}

}  // namespace

void apply_operation(const OperationCall& call,
                     const WarpStyle& style,
                     const ImageView& in,
                     const MutableImageView& out) {
  const auto factor = static_cast<float>(1.0 + call.magnitude);
  switch (call.operation) {
    case Operation::identity:
      return copy_pixels(in, out, false);
    case Operation::shear_x:
    case Operation::shear_y:
    case Operation::translate_x:
    case Operation::translate_y:
    case Operation::rotate:
      return warp_affine(in, out, matrix_of(call, in), style.filter, style.fill);
    case Operation::brightness:
      return adjust_brightness(in, out, factor);
    case Operation::color:
      return adjust_saturation(in, out, factor);
    case Operation::contrast:
      return adjust_contrast(in, out, factor);
    case Operation::sharpness:
      return adjust_sharpness(in, out, factor);
    case Operation::posterize:
      return map_levels(in, out, posterized_levels(static_cast<int>(call.magnitude)));
    case Operation::solarize:
      return map_levels(in, out, solarized_levels(call.magnitude));
    case Operation::autocontrast:
      return autocontrast(in, out);
    case Operation::equalize:
      return equalize(in, out);
    case Operation::invert:
      return map_levels(in, out, inverted_levels());
  }
}

void apply_operations(std::span<const OperationCall> calls,
                      const WarpStyle& style,
                      const ImageView& in,
                      const MutableImageView& out) {
  if (calls.empty()) return copy_pixels(in, out, false);
  if (calls.size() == 1) return apply_operation(calls.front(), style, in, out);
  thread_local std::vector<std::uint8_t> memory;
  const auto row = static_cast<std::size_t>(in.width) * static_cast<std::size_t>(in.channels);
  const std::size_t bytes = row * static_cast<std::size_t>(in.height);
  if (memory.size() < bytes) memory.resize(bytes);
  const MutableImageView between = {
      memory.data(), in.height, in.width, in.channels, static_cast<std::ptrdiff_t>(row)};
  ImageView image = in;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    // In turns, so that the last one writes `out`.
    const MutableImageView& to = (calls.size() - i) % 2 == 1 ? out : between;
    apply_operation(calls[i], style, image, to);
    image = to;
  }
}

}  // namespace trainer
