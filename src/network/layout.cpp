#include "network/layout.h"

#include <torch/nn/module.h>

namespace trainer {

void to_channels_last(torch::nn::Module& module) {
  const torch::NoGradGuard no_grad;
  for (at::Tensor& parameter : module.parameters()) {
    if (parameter.dim() == 4) {
      // contiguous() would leave a weight of one input channel alone: its memory is the same in
      // both formats. LibTorch goes by the strides, and the first convolution would then hand a map
      // in the other format to the rest of the network.
      parameter.set_data(parameter.clone(at::MemoryFormat::ChannelsLast));
    }
  }
}

}  // namespace trainer
