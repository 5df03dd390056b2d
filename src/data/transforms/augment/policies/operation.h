#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <trainer/options.h>
#include <trainer/transform.h>

#include "data/transforms/kernels/warp/warp.h"

namespace trainer {

/// The operations that the learned and random policies choose from.
enum class Operation : std::uint8_t {
  identity,
  shear_x,
  shear_y,
  translate_x,
  translate_y,
  rotate,
  brightness,
  color,
  contrast,
  sharpness,
  posterize,
  solarize,
  autocontrast,
  equalize,
  invert,
};

/// How the operations that move pixels do it.
struct WarpStyle {
  WarpFilter filter = WarpFilter::nearest;
  PixelFill fill{};
};

/// One operation with its magnitude in torchvision's terms: a slope, pixels, degrees, what a factor
/// differs from 1 by, bits, a threshold.
struct OperationCall {
  Operation operation = Operation::identity;
  double magnitude = 0;
};

/// Equal shapes; they do not overlap. What torchvision's policies make of a PIL image.
void apply_operation(const OperationCall& call,
                     const WarpStyle& style,
                     const ImageView& in,
                     const MutableImageView& out);

/// The same for one after the other; without any, a copy.
void apply_operations(std::span<const OperationCall> calls,
                      const WarpStyle& style,
                      const ImageView& in,
                      const MutableImageView& out);

}  // namespace trainer
