#pragma once
#include <memory>
#include <string>
#include <vector>

#include <trainer/transform.h>

namespace trainer {

struct RandAugmentOptions {
  int num_ops = 2;
  int magnitude = 9;
  int num_magnitude_bins = 31;
  std::string interpolation = "nearest";
  std::vector<int> fill = {0};
  static const OptionTable& options();
};

/// A number of random operations of one strength: torchvision's RandAugment on a PIL image (Cubuk
/// et al., arXiv 1909.13719). Throws UsageError on a magnitude that is no bin, or a fill that does
/// not fit the channels.
std::unique_ptr<Transform> make_rand_augment(const TransformRequest& request,
                                             const RandAugmentOptions& options);

}  // namespace trainer
