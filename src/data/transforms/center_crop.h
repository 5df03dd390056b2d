#pragma once
#include <memory>

#include "data/transforms/geometry.h"
#include "data/transforms/size_option.h"

namespace trainer {

struct CenterCropOptions {
  SizeOption size = "auto";
  static const OptionTable& options();
};

/// torchvision's CenterCrop: the middle of the image, half pixels rounded to even; an image that is
/// smaller gets zeros around it, the odd one at the right and below.
std::unique_ptr<Transform> make_center_crop(const TransformRequest& request,
                                            const CenterCropOptions& options);

}  // namespace trainer
