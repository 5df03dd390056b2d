#include "network/initialise.h"

#include <torch/nn/init.h>

namespace trainer {

void initialise(at::Tensor parameter, Init rule) {
  constexpr double kSmallStd = 0.01;
  switch (rule) {
    case Init::default_module:
      break;
    case Init::kaiming_normal_fan_out:
      torch::nn::init::kaiming_normal_(parameter, 0, torch::kFanOut, torch::kReLU);
      break;
    case Init::normal_001:
      torch::nn::init::normal_(parameter, 0, kSmallStd);
      break;
    case Init::zero:
      torch::nn::init::zeros_(parameter);
      break;
    case Init::one:
      torch::nn::init::ones_(parameter);
      break;
  }
}

}  // namespace trainer
