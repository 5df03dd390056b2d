#pragma once
#include <memory>

#include <trainer/transform.h>

namespace trainer {

struct InvertOptions {
  double p = 0.5;
  static const OptionTable& options();
};

/// 255 - value, with probability `p`: torchvision's RandomInvert.
std::unique_ptr<Transform> make_invert(const InvertOptions& options);

}  // namespace trainer
