#pragma once
#include <memory>
#include <string>
#include <vector>

#include <trainer/transform.h>

namespace trainer {

struct AugmixOptions {
  int severity = 3;
  int mixture_width = 3;
  Or<int> chain_depth = "random";
  double alpha = 1;
  bool all_ops = true;
  std::string interpolation = "bilinear";
  std::vector<int> fill = {0};
  static const OptionTable& options();
};

/// The image mixed with what some chains of random operations make of it: torchvision's AugMix
/// (Hendrycks et al., arXiv 1912.02781), but each operation is Pillow's, where torchvision turns
/// the image into a tensor first. Throws UsageError on a fill that does not fit the channels.
std::unique_ptr<Transform> make_augmix(const TransformRequest& request,
                                       const AugmixOptions& options);

}  // namespace trainer
