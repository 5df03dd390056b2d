#pragma once
#include <memory>

#include <trainer/transform.h>

namespace trainer {

struct PosterizeOptions {
  int bits = 4;
  double p = 0.5;
  static const OptionTable& options();
};

/// The highest `bits` bits of each value, with probability `p`: torchvision's RandomPosterize.
std::unique_ptr<Transform> make_posterize(const PosterizeOptions& options);

}  // namespace trainer
