#pragma once
#include <memory>
#include <vector>

#include "data/transforms/augment/erase/erase_value.h"

namespace trainer {

struct RandomErasingOptions {
  double p = 0.5;
  std::vector<double> scale = {0.02, 0.33};
  std::vector<double> ratio = {0.3, 3.3};
  EraseOption value = std::vector<int>{0};
  static const OptionTable& options();
};

/// A random box painted over, with probability `p`: torchvision's RandomErasing, but on uint8
/// pixels before normalize. Where 10 draws give no box that fits, the image stays as it is. Throws
/// UsageError on bounds in the wrong order, or values that do not fit the channels.
std::unique_ptr<Transform> make_random_erasing(const TransformRequest& request,
                                               const RandomErasingOptions& options);

}  // namespace trainer
