#pragma once
#include <memory>

#include <trainer/transform.h>

namespace trainer {

struct GrayscaleOptions {
  double p = 0.1;
  static const OptionTable& options();
};

/// Luma in all channels, with probability `p`: torchvision's RandomGrayscale.
std::unique_ptr<Transform> make_grayscale(const GrayscaleOptions& options);

}  // namespace trainer
