#pragma once
#include <memory>
#include <vector>

#include <trainer/transform.h>

namespace trainer {

struct GaussianBlurOptions {
  std::vector<int> kernel_size = {5};
  std::vector<double> sigma = {0.1, 2.0};
  double p = 1;
  static const OptionTable& options();
};

/// Blurred with a random standard deviation: torchvision's GaussianBlur (in a RandomApply where
/// `p` < 1). Throws UsageError on an even kernel size, or where sigma's bounds are in the wrong
/// order; `apply` throws DataError where the image is smaller than half the kernel.
std::unique_ptr<Transform> make_gaussian_blur(const GaussianBlurOptions& options);

}  // namespace trainer
