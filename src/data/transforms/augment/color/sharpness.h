#pragma once
#include <memory>

#include <trainer/transform.h>

namespace trainer {

struct SharpnessOptions {
  double factor = 2;
  double p = 0.5;
  static const OptionTable& options();
};

/// Smoother (`factor` < 1) or sharper (> 1), with probability `p`: torchvision's
/// RandomAdjustSharpness on a PIL image.
std::unique_ptr<Transform> make_sharpness(const SharpnessOptions& options);

}  // namespace trainer
