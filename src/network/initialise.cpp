#include "network/initialise.h"

#include <torch/nn/init.h>
#include <torch/types.h>

namespace trainer {
namespace {

/// torch.nn.init.trunc_normal_ with mean 0: what falls outside is drawn anew.
void trunc_normal(at::Tensor& parameter, double deviation) {
  constexpr double kCut = 2;  // PyTorch's default bounds, in absolute terms
  const torch::NoGradGuard no_grad;
  parameter.normal_(0, deviation);
  for (at::Tensor outside = parameter.abs() > kCut; outside.any().item<bool>();
       outside = parameter.abs() > kCut) {
    parameter.copy_(at::where(outside, at::empty_like(parameter).normal_(0, deviation), parameter));
  }
}

}  // namespace

void initialise(at::Tensor parameter, Init init) {
  switch (init.rule) {
    case Init::Rule::default_module:
      break;
    case Init::Rule::kaiming_normal_fan_in:
      torch::nn::init::kaiming_normal_(parameter, 0, torch::kFanIn, torch::kReLU);
      break;
    case Init::Rule::kaiming_normal_fan_out:
      torch::nn::init::kaiming_normal_(parameter, 0, torch::kFanOut, torch::kReLU);
      break;
    case Init::Rule::xavier_uniform:
      torch::nn::init::xavier_uniform_(parameter);
      break;
    case Init::Rule::normal:
      torch::nn::init::normal_(parameter, 0, init.value);
      break;
    case Init::Rule::trunc_normal:
      trunc_normal(parameter, init.value);
      break;
    case Init::Rule::uniform:
      torch::nn::init::uniform_(parameter, -init.value, init.value);
      break;
    case Init::Rule::constant:
      torch::nn::init::constant_(parameter, init.value);
      break;
  }
}

}  // namespace trainer
