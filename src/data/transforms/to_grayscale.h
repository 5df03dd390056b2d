#pragma once
#include <memory>

#include <trainer/transform.h>

namespace trainer {

struct ToGrayscaleOptions {
  Or<int> num_output_channels = "auto";
  static const OptionTable& options();
};

/// torchvision's Grayscale: luma in 1 channel, or the same in 3; `auto`: as many as data.channels.
std::unique_ptr<Transform> make_to_grayscale(const TransformRequest& request,
                                             const ToGrayscaleOptions& options);

}  // namespace trainer
