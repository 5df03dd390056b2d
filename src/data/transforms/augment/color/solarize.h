#pragma once
#include <memory>

#include <trainer/transform.h>

namespace trainer {

struct SolarizeOptions {
  double threshold = 128;
  double p = 0.5;
  static const OptionTable& options();
};

/// Values from `threshold` on inverted, with probability `p`: torchvision's RandomSolarize.
std::unique_ptr<Transform> make_solarize(const SolarizeOptions& options);

}  // namespace trainer
