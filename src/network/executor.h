#pragma once
#include <memory>

#include <torch/nn/module.h>

#include <trainer/network.h>

namespace trainer {

/// A network description as a LibTorch module: its (nested) children are LibTorch's own modules
/// under torchvision's names, run in the order of the list, each value freed at its last use.
class NetworkModule : public torch::nn::Module {
 public:
  /// Parameters start as the description says, drawn from torch's default generator, in Python's
  /// order of drawing.
  explicit NetworkModule(Network network);
  ~NetworkModule() override;
  /// [batch, channels, height, width] to [batch, classes].
  at::Tensor forward(at::Tensor images);
  const Network& network() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace trainer
