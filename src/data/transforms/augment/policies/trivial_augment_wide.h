#pragma once
#include <memory>
#include <string>
#include <vector>

#include <trainer/transform.h>

namespace trainer {

struct TrivialAugmentWideOptions {
  int num_magnitude_bins = 31;
  std::string interpolation = "nearest";
  std::vector<int> fill = {0};
  static const OptionTable& options();
};

/// One random operation of random strength: torchvision's TrivialAugmentWide on a PIL image (Müller
/// and Hutter, arXiv 2103.10158). Throws UsageError on a fill that does not fit the channels.
std::unique_ptr<Transform> make_trivial_augment_wide(const TransformRequest& request,
                                                     const TrivialAugmentWideOptions& options);

}  // namespace trainer
