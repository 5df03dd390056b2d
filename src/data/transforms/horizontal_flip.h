#pragma once
#include <memory>

#include "data/transforms/geometry.h"

namespace trainer {

struct HorizontalFlipOptions {
  double p = 0.5;
  static const OptionTable& options();
};

/// Swaps left and right with probability `p`: torchvision's RandomHorizontalFlip.
std::unique_ptr<Transform> make_horizontal_flip(const HorizontalFlipOptions& options);

}  // namespace trainer
