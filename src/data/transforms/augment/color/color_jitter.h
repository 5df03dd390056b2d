#pragma once
#include <memory>
#include <vector>

#include <trainer/transform.h>

namespace trainer {

struct ColorJitterOptions {
  std::vector<double> brightness = {0};
  std::vector<double> contrast = {0};
  std::vector<double> saturation = {0};
  std::vector<double> hue = {0};
  static const OptionTable& options();
};

/// Brightness, contrast, saturation and hue changed by random factors in random order:
/// torchvision's ColorJitter on a PIL image. A gray image has no saturation and hue to change.
/// Throws UsageError where a range cannot be, or none is given.
std::unique_ptr<Transform> make_color_jitter(const ColorJitterOptions& options);

}  // namespace trainer
