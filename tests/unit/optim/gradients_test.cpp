#include <cmath>
#include <limits>
#include <vector>

#include <ATen/Functions.h>
#include <gtest/gtest.h>

#include "unit/optim/optimizers.h"

namespace trainer {
namespace {

using test::leaf;
using test::one_group;

std::vector<ParameterGroup> with_gradients(const std::vector<at::Tensor>& gradients) {
  std::vector<at::Tensor> parameters;
  for (const at::Tensor& gradient : gradients) {
    parameters.push_back(leaf(at::zeros_like(gradient)));
    parameters.back().mutable_grad() = gradient.clone();
  }
  return one_group(parameters);
}

TEST(ClipGradNorm, ScalesDownToTheNormAndGivesTheOldOne) {
  const auto groups = with_gradients({at::full({1}, 3.F), at::full({1}, 4.F)});
  EXPECT_FLOAT_EQ(clip_grad_norm(groups, 1.0).item<float>(), 5);
  EXPECT_NEAR(groups[0].parameters[0].grad().item<float>(), 0.6, 1e-6);
  EXPECT_NEAR(groups[0].parameters[1].grad().item<float>(), 0.8, 1e-6);
}

TEST(ClipGradNorm, LeavesSmallGradientsBitForBit) {
  const auto groups = with_gradients({at::linspace(-0.1, 0.1, 7)});
  clip_grad_norm(groups, 1.0);
  EXPECT_TRUE(at::equal(groups[0].parameters[0].grad(), at::linspace(-0.1, 0.1, 7)));
}

TEST(ClipGradNorm, WithoutALimitOnlyMeasures) {
  const auto groups = with_gradients({at::full({4}, 50.F)});
  EXPECT_FLOAT_EQ(clip_grad_norm(groups, {}).item<float>(), 100);
  EXPECT_TRUE(at::equal(groups[0].parameters[0].grad(), at::full({4}, 50.F)));
}

TEST(ClipGradNorm, CountsOnlyParametersWithGradient) {
  auto groups = with_gradients({at::full({1}, 3.F), at::full({1}, 4.F)});
  groups[0].parameters[1].mutable_grad().reset();
  EXPECT_FLOAT_EQ(clip_grad_norm(groups, {}).item<float>(), 3);
  groups[0].parameters[0].mutable_grad().reset();
  EXPECT_FLOAT_EQ(clip_grad_norm(groups, 1.0).item<float>(), 0);
}

TEST(ClipGradNorm, TakesDtypesTogether) {
  const auto groups = with_gradients({at::full({1}, 3.F), at::full({1}, 4., at::kDouble)});
  EXPECT_FLOAT_EQ(clip_grad_norm(groups, 1.0).to(at::kFloat).item<float>(), 5);
}

TEST(NonFinite, IsFoundInNormAndLoss) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float inf = std::numeric_limits<float>::infinity();
  const at::Tensor one = at::ones({});
  EXPECT_EQ(find_non_finite(one, one).item<float>(), 0);
  for (const float bad : {nan, inf, -inf}) {
    EXPECT_EQ(find_non_finite(at::full({}, bad), one).item<float>(), 1);
    EXPECT_EQ(find_non_finite(one, at::full({1}, bad)).item<float>(), 1);
  }
  EXPECT_EQ(find_non_finite(one, one).dim(), 0);
}

TEST(NonFinite, AGradientWithNanIsSeenInTheNormAndItsStepSkipped) {
  const at::Tensor parameter = leaf(at::ones({2}));
  const auto groups = one_group({parameter});
  const auto sgd = test::optimizer("sgd", groups, {{"momentum", "0.9"}});
  parameter.mutable_grad() = at::tensor({1.F, std::numeric_limits<float>::quiet_NaN()});
  const at::Tensor norm = clip_grad_norm(groups, 1.0);
  sgd->step(0.1, {}, {}, find_non_finite(norm, at::ones({})));
  EXPECT_TRUE(at::equal(parameter, at::ones({2})));
}

}  // namespace
}  // namespace trainer
