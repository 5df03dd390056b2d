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
  initialise(tensor, Init::normal(0.01));
  EXPECT_NEAR(tensor.std().item<double>(), 0.01, 1e-4);
}

TEST(Initialise, KaimingNormalOfFanInCountsTheInputs) {
  torch::manual_seed(0);
  const at::Tensor tensor = torch::zeros({128, 64, 3, 3});
  initialise(tensor, Init::kaiming_normal_fan_in);
  EXPECT_NEAR(tensor.std().item<double>(), std::sqrt(2.0 / (64 * 9)), 5e-4);
}

TEST(Initialise, UniformRulesStayInsideTheirBounds) {
  torch::manual_seed(0);
  const at::Tensor tensor = torch::zeros({200, 100});
  initialise(tensor, Init::uniform(0.1));
  EXPECT_LE(tensor.abs().max().item<double>(), 0.1);
  EXPECT_GT(tensor.abs().max().item<double>(), 0.099);
  initialise(tensor, Init::xavier_uniform);
  const double bound = std::sqrt(6.0 / 300);
  EXPECT_LE(tensor.abs().max().item<double>(), bound);
  EXPECT_GT(tensor.abs().max().item<double>(), 0.99 * bound);
}

TEST(Initialise, ATruncatedNormalDrawsAnewWhatFallsOutside) {
  torch::manual_seed(0);
  const at::Tensor tensor = torch::zeros({100'000});
  initialise(tensor, Init::trunc_normal(1.5));
  EXPECT_LE(tensor.abs().max().item<double>(), 2);
  // The deviation of a normal of 1.5 cut at +-2.
  EXPECT_NEAR(tensor.std().item<double>(), 1.0202, 0.01);
  initialise(tensor, Init::trunc_normal(0.02));
  EXPECT_NEAR(tensor.std().item<double>(), 0.02, 2e-4);
}

}  // namespace
}  // namespace trainer
