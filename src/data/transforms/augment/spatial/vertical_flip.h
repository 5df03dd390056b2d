#pragma once
#include <memory>

#include <trainer/transform.h>

namespace trainer {

struct VerticalFlipOptions {
  double p = 0.5;
  static const OptionTable& options();
};

/// Swaps top and bottom with probability `p`: torchvision's RandomVerticalFlip.
std::unique_ptr<Transform> make_vertical_flip(const VerticalFlipOptions& options);

}  // namespace trainer
