#pragma once
#include <memory>
#include <string>
#include <vector>

#include <trainer/transform.h>

namespace trainer {

struct AutoAugmentOptions {
  std::string policy = "imagenet";
  std::string interpolation = "nearest";
  std::vector<int> fill = {0};
  static const OptionTable& options();
};

/// One of 25 learned pairs of operations, each done with its own probability: torchvision's
/// AutoAugment on a PIL image (Cubuk et al., arXiv 1805.09501). Throws UsageError on a fill that
/// does not fit the channels.
std::unique_ptr<Transform> make_auto_augment(const TransformRequest& request,
                                             const AutoAugmentOptions& options);

}  // namespace trainer
