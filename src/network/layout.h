#pragma once

namespace torch::nn {
class Module;
}

namespace trainer {

/// Gives every 4-d parameter the channels_last layout in place. Call before the optimizer makes its
/// state: LibTorch's fused optimizers want one layout for both.
void to_channels_last(torch::nn::Module& module);

}  // namespace trainer
