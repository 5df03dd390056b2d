#include "network/initialise.h"

#include <gtest/gtest.h>
#include <torch/types.h>

namespace trainer {
namespace {

TEST(Initialise, ConstantsAndTheModulesOwn) {
  at::Tensor tensor = torch::full({3}, 5.0);
  initialise(tensor, Init::default_module);
  EXPECT_EQ(tensor.sum().item<double>(), 15);
  initialise(tensor, Init::one);
  EXPECT_EQ(tensor.sum().item<double>(), 3);
  initialise(tensor, Init::zero);
  EXPECT_EQ(tensor.sum().item<double>(), 0);
}

TEST(Initialise, KaimingNormalHasTheDeviationOfFanOut) {
  torch::manual_seed(0);
  const at::Tensor tensor = torch::zeros({128, 64, 3, 3});
  initialise(tensor, Init::kaiming_normal_fan_out);
  EXPECT_NEAR(tensor.std().item<double>(), std::sqrt(2.0 / (128 * 9)), 5e-4);
  EXPECT_NEAR(tensor.mean().item<double>(), 0, 5e-4);
}

TEST(Initialise, SmallNormalHasADeviationOfOnePercent) {
  torch::manual_seed(0);
  const at::Tensor tensor = torch::zeros({100'000});
  initialise(tensor, Init::normal_001);
  EXPECT_NEAR(tensor.std().item<double>(), 0.01, 1e-4);
}

}  // namespace
}  // namespace trainer
