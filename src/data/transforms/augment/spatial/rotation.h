#pragma once
#include <memory>
#include <string>
#include <vector>

#include "data/transforms/augment/spatial/warp_options.h"

namespace trainer {

struct RotationOptions {
  std::vector<double> degrees = {0};
  std::string interpolation = "nearest";
  CenterOption center = "auto";
  std::vector<int> fill = {0};
  static const OptionTable& options();
};

/// Turned by a random angle, the size kept: torchvision's RandomRotation (without `expand`) on a
/// PIL image. Throws UsageError on angles in the wrong order, or a fill that does not fit the
/// channels.
std::unique_ptr<Transform> make_rotation(const TransformRequest& request,
                                         const RotationOptions& options);

}  // namespace trainer
