#include <vector>

#include <ATen/Functions.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>

#include "unit/optim/optimizers.h"

namespace trainer {
namespace {

using test::gradient;
using test::leaf;
using test::one_group;
using test::optimizer;
using test::set_gradient;
using ::testing::HasSubstr;

TEST(Sgd, Case92EqualsFiveStepsComputedByHand) {
  const at::Tensor parameter = leaf(at::ones({1}));
  const auto sgd =
      optimizer("sgd", one_group({parameter}), {{"momentum", "0.9"}, {"nesterov", "true"}});
  const std::vector<double> gradients{0.5, -0.25, 1, 0.125, -0.5};
  const std::vector<double> rates{0.1, 0.1, 0.1, 0.01, 0.01};
  const std::vector<double> expected{0.905, 0.912, 0.7058, 0.693867, 0.6937523};
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    set_gradient(parameter, at::full({1}, gradients[i]));
    sgd->step(rates[i]);
    EXPECT_NEAR(parameter.item<float>(), expected[i], 1e-6) << "step " << i;
  }
}

TEST(Sgd, DampeningLeavesTheFirstGradientWhole) {
  const at::Tensor parameter = leaf(at::ones({1}));
  const auto sgd =
      optimizer("sgd", one_group({parameter}), {{"momentum", "0.5"}, {"dampening", "0.75"}});
  set_gradient(parameter, at::ones({1}));
  sgd->step(0.1);
  EXPECT_NEAR(parameter.item<float>(), 0.9, 1e-6);
  set_gradient(parameter, at::ones({1}));
  sgd->step(0.1);
  EXPECT_NEAR(parameter.item<float>(), 0.9 - 0.1 * (0.5 + 0.25), 1e-6);
}

TEST(Sgd, RefusesNesterovWithoutMomentum) {
  try {
    optimizer("sgd", {}, {{"nesterov", "true"}});
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), HasSubstr("run.yaml:7:3"));
    EXPECT_THAT(error.what(), HasSubstr("optimizer.nesterov"));
    EXPECT_THAT(error.what(), HasSubstr("found momentum 0.0"));
  }
  EXPECT_THROW(
      optimizer("sgd", {}, {{"nesterov", "true"}, {"momentum", "0.9"}, {"dampening", "0.1"}}),
      ConfigError);
}

TEST(Sgd, OneCyclesMomentumTakesTheOwnOnesPlace) {
  const at::Tensor a = leaf(at::ones({3}));
  const at::Tensor b = leaf(at::ones({3}));
  const auto plain = optimizer("sgd", one_group({a}));
  const auto other = optimizer("sgd", one_group({b}), {{"momentum", "0.9"}});
  for (int step = 0; step < 4; ++step) {
    const double momentum = 0.85 + 0.02 * step;
    set_gradient(a, gradient(a, step));
    set_gradient(b, gradient(b, step));
    plain->step(0.1, momentum);
    other->step(0.1, momentum);
  }
  EXPECT_TRUE(at::equal(a, b));
  EXPECT_EQ(plain->state().at("param_groups", "").as_list("")[0].at("momentum", "").as_double(""),
            0.85 + 0.02 * 3);
}

}  // namespace
}  // namespace trainer
