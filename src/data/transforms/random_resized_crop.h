#pragma once
#include <memory>
#include <string>
#include <vector>

#include "data/transforms/geometry.h"
#include "data/transforms/size_option.h"

namespace trainer {

struct RandomResizedCropOptions {
  SizeOption size = "auto";
  std::vector<double> scale = {0.08, 1.0};
  std::vector<double> ratio = {3.0 / 4.0, 4.0 / 3.0};
  std::string interpolation = "bilinear";
  std::string rounding = "pillow13";  ///< or pillow12
  static const OptionTable& options();
};

/// The crop of one sample: torchvision's RandomResizedCrop.get_params. Up to 10 draws of area
/// (uniform in `scale`) and width/height (log-uniform in `ratio`); if none fits, the largest
/// centred crop within the ratios.
Box random_resized_box(int height,
                       int width,
                       const std::vector<double>& scale,
                       const std::vector<double>& ratio,
                       RandomSource& random);

/// A random part of the image, resized: torchvision's RandomResizedCrop on a PIL image. Throws
/// UsageError where a lower bound is above its upper one.
std::unique_ptr<Transform> make_random_resized_crop(const TransformRequest& request,
                                                    const RandomResizedCropOptions& options);

}  // namespace trainer
