#pragma once
#include <memory>
#include <string>
#include <vector>

#include "data/transforms/augment/spatial/warp_options.h"

namespace trainer {

struct PerspectiveOptions {
  double distortion_scale = 0.5;
  double p = 0.5;
  std::string interpolation = "bilinear";
  std::vector<int> fill = {0};
  static const OptionTable& options();
};

/// The corners moved inwards at random, with probability `p`: torchvision's RandomPerspective on a
/// PIL image. Throws UsageError on a fill that does not fit the channels.
std::unique_ptr<Transform> make_perspective(const TransformRequest& request,
                                            const PerspectiveOptions& options);

}  // namespace trainer
