#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <torch/nn/module.h>

#include <trainer/network.h>

namespace trainer {

/// A network description as a LibTorch module: its (nested) children are LibTorch's own modules
/// under torchvision's names, run in the order of the list, each value freed at its last use.
/// `forward` is safe from several threads in evaluation mode.
class NetworkModule : public torch::nn::Module {
 public:
  /// Parameters start as the description says, drawn from torch's default generator, in Python's
  /// order of drawing.
  explicit NetworkModule(Network network);
  ~NetworkModule() override;
  /// [batch, channels, height, width] to [batch, classes].
  at::Tensor forward(at::Tensor images);
  const Network& network() const;
  /// Training or evaluation mode; held batch norms stay in evaluation mode.
  void train(bool on = true) override;
  /// Keeps every batch norm none of whose parameters is trained in evaluation mode from now on.
  void hold_frozen_norms();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Parameters and buffers under the names and in the order of Python's `state_dict()`. The tensors
/// are the module's own, not copies.
std::vector<std::pair<std::string, at::Tensor>> state_dict(const torch::nn::Module& module);

/// As norm_and_bias_names of the description, but knows the parameters of opaque nodes as well:
/// there, those of at most one dimension.
std::vector<std::string> norm_and_bias_names(const NetworkModule& module);

}  // namespace trainer
