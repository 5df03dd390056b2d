#pragma once
#include <memory>
#include <string>
#include <vector>

#include "data/transforms/geometry.h"
#include "data/transforms/size_option.h"

namespace trainer {

struct RandomCropOptions {
  SizeOption size = "auto";
  std::vector<int> padding = {0};
  std::vector<int> fill = {0};
  std::string padding_mode = "constant";
  static const OptionTable& options();
};

/// torchvision's RandomCrop: pads (one number: all sides; two: left and right, above and below;
/// four: left, above, right, below), then cuts at a random place. An image that is then still
/// smaller is padded on both sides by what it lacks, as with pad_if_needed. Throws UsageError on
/// three paddings, or where `fill` has neither one value nor one a channel.
std::unique_ptr<Transform> make_random_crop(const TransformRequest& request,
                                            const RandomCropOptions& options);

}  // namespace trainer
