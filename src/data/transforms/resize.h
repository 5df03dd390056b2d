#pragma once
#include <memory>
#include <string>

#include "data/transforms/geometry.h"
#include "data/transforms/size_option.h"

namespace trainer {

struct ResizeOptions {
  SizeOption size = "auto";
  std::string interpolation = "bilinear";
  std::string rounding = "pillow13";  ///< or pillow12
  static const OptionTable& options();
};

/// torchvision's Resize on a PIL image: one number is the length of the shorter side, the longer
/// one keeps the proportion (rounded down); two numbers are height and width.
std::unique_ptr<Transform> make_resize(const TransformRequest& request,
                                       const ResizeOptions& options);

}  // namespace trainer
