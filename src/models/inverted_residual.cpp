#include "models/inverted_residual.h"

#include "base/text.h"

namespace trainer {
namespace {

int squeeze_and_excite(NetworkBuilder& net,
                       const std::string& name,
                       int x,
                       const InvertedResidual& block) {
  const auto conv = [&](const char* own, int in, std::int64_t out) {
    const int value = net.conv2d(name + own, in, {.out = out});
    net.init(Init::kaiming_normal_fan_out, Init::zero);
    return value;
  };
  int scale = conv("fc1", net.global_avg_pool(name + "avgpool", x), block.squeezed);
  scale = net.activation(name + "activation", scale, block.squeeze_activation);
  scale = conv("fc2", scale, net.shape(x)[0]);
  scale = net.activation(name + "scale_activation", scale, block.gate);
  return net.multiply(name + "multiply", x, scale);
}

}  // namespace

int add_conv_norm(NetworkBuilder& net, const std::string& name, int x, const ConvNorm& conv) {
  x = net.conv2d(name + "0",
                 x,
                 {.out = conv.out,
                  .kernel = conv.kernel,
                  .stride = conv.stride,
                  .padding = (conv.kernel - 1) / 2,
                  .groups = conv.groups,
                  .bias = false});
  net.init(Init::kaiming_normal_fan_out);
  return net.batch_norm2d(name + "1", x, conv.eps, conv.momentum);
}

int add_inverted_residual(NetworkBuilder& net,
                          const std::string& name,
                          int x,
                          const InvertedResidual& block) {
  const int in = x;
  const std::int64_t channels = net.shape(in)[0];
  int index = 0;
  const auto next = [&] { return concat(name, "block.", index++, "."); };
  const auto conv_norm = [&](ConvNorm conv) {
    conv.eps = block.norm_eps;
    conv.momentum = block.norm_momentum;
    const std::string own = next();
    x = add_conv_norm(net, own, x, conv);
    return own;
  };
  if (block.expanded != channels) {
    const std::string own = conv_norm({.out = block.expanded});
    x = net.activation(own + "2", x, block.activation);
  }
  const std::string own = conv_norm({.out = block.expanded,
                                     .kernel = block.kernel,
                                     .stride = block.stride,
                                     .groups = block.expanded});
  x = net.activation(own + "2", x, block.activation);
  if (block.squeezed > 0) x = squeeze_and_excite(net, next(), x, block);
  conv_norm({.out = block.out});
  if (block.stride != 1 || channels != block.out) return x;
  if (block.stochastic_depth > 0) {
    x = net.stochastic_depth(name + "stochastic_depth", x, block.stochastic_depth);
  }
  return net.add(name + "add", x, in);
}

}  // namespace trainer
