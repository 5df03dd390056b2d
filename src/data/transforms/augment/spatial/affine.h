#pragma once
#include <memory>
#include <string>
#include <vector>

#include "data/transforms/augment/spatial/warp_options.h"

namespace trainer {

struct AffineOptions {
  std::vector<double> degrees = {0};
  std::vector<double> translate = {0, 0};
  std::vector<double> scale = {1, 1};
  std::vector<double> shear = {0};
  std::string interpolation = "nearest";
  CenterOption center = "auto";
  std::vector<int> fill = {0};
  static const OptionTable& options();
};

/// Turned, shifted, scaled and sheared at random, the size kept: torchvision's RandomAffine on a
/// PIL image. Throws UsageError on bounds in the wrong order, three shears, or a fill that does not
/// fit the channels.
std::unique_ptr<Transform> make_affine(const TransformRequest& request,
                                       const AffineOptions& options);

}  // namespace trainer
