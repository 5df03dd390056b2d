#pragma once
#include <string>

#include <trainer/network_builder.h>

namespace trainer {

/// A block that widens the map by a 1x1 convolution, filters each channel by itself, weighs the
/// channels (squeeze and excitation) and narrows it again. MobileNetV3's and EfficientNet's.
struct InvertedResidual {
  std::int64_t kernel = 3, stride = 1;
  std::int64_t expanded = 0;  ///< channels inside; no first convolution where the input has as many
  std::int64_t squeezed = 0;  ///< channels of the squeeze; 0: no weighing
  std::int64_t out = 0;
  op::ActivationKind activation = op::ActivationKind::relu;
  op::ActivationKind squeeze_activation = op::ActivationKind::relu;
  op::ActivationKind gate = op::ActivationKind::hardsigmoid;
  double norm_eps = 1e-5, norm_momentum = 0.1;
  double stochastic_depth = 0;
};

/// A convolution without bias, its batch norm and activation under `name`0, `name`1, `name`2, as
/// torchvision.ops.Conv2dNormActivation; padded so that a stride of 1 keeps the extents.
struct ConvNorm {
  std::int64_t out = 0, kernel = 1, stride = 1, groups = 1;
  double eps = 1e-5, momentum = 0.1;
};
int add_conv_norm(NetworkBuilder& net, const std::string& name, int x, const ConvNorm& conv);

/// The block under `name` ("features.3."), as torchvision names it; with its shortcut where input
/// and output agree.
int add_inverted_residual(NetworkBuilder& net,
                          const std::string& name,
                          int x,
                          const InvertedResidual& block);

}  // namespace trainer
