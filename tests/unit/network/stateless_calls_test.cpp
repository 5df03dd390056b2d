#include "network/stateless_calls.h"

#include <cmath>

#include <gtest/gtest.h>
#include <torch/types.h>

namespace trainer {
namespace {

at::Tensor run(const Operation& operation,
               const at::Tensor& x,
               const at::Tensor& y = {},
               bool in_place = false) {
  const torch::nn::Module owner;
  return stateless_call(operation, owner, in_place)(x, y);
}

TEST(StatelessCall, ActivationsAreTheirFormulas) {
  using Kind = op::ActivationKind;
  const auto at_point = [](Kind kind, double x) {
    return run(op::Activation{kind}, torch::full({1}, x, torch::kFloat64)).item<double>();
  };
  for (const double x : {-4.0, -1.5, 0.0, 0.7, 4.0}) {
    const double sigmoid = 1 / (1 + std::exp(-x));
    const double hard = std::min(std::max(x / 6 + 0.5, 0.0), 1.0);
    EXPECT_NEAR(at_point(Kind::relu, x), std::max(x, 0.0), 1e-12);
    EXPECT_NEAR(at_point(Kind::gelu, x), x * 0.5 * std::erfc(-x / std::sqrt(2.0)), 1e-12);
    EXPECT_NEAR(at_point(Kind::silu, x), x * sigmoid, 1e-12);
    EXPECT_NEAR(at_point(Kind::sigmoid, x), sigmoid, 1e-12);
    EXPECT_NEAR(at_point(Kind::tanh, x), std::tanh(x), 1e-12);
    EXPECT_NEAR(at_point(Kind::hardsigmoid, x), hard, 1e-12);
    EXPECT_NEAR(at_point(Kind::hardswish, x), x * hard, 1e-12);
    EXPECT_NEAR(at_point(Kind::leaky_relu, x), x < 0 ? x * 0.01 : x, 1e-12);
  }
}

TEST(StatelessCall, OverwritesOnlyWhereItMay) {
  const at::Tensor x = torch::full({2}, -1.0);
  const op::Activation relu{op::ActivationKind::relu};
  EXPECT_EQ(run(relu, x).sum().item<double>(), 0);
  EXPECT_EQ(x.sum().item<double>(), -2);
  EXPECT_TRUE(run(relu, x, {}, true).is_same(x));
  EXPECT_TRUE(run(op::Add{}, x, torch::ones({2}), true).is_same(x));
  EXPECT_EQ(x.sum().item<double>(), 2);
}

TEST(StatelessCall, AnAdditionOfTwoTypesIsNotRounded) {
  const at::Tensor half = torch::ones({1}, torch::kHalf);
  const at::Tensor sum = run(op::Add{}, half, torch::full({1}, 1e-4), true);
  EXPECT_EQ(sum.scalar_type(), torch::kFloat32);
  EXPECT_GT(sum.item<double>(), 1.00005);
}

TEST(StatelessCall, PoolsFollowTheirOptions) {
  const at::Tensor x = torch::arange(9, torch::kFloat32).reshape({1, 1, 3, 3});
  op::Pool2d pool;
  EXPECT_EQ(run(pool, x).item<double>(), 4);
  pool.ceil_mode = true;
  EXPECT_EQ(run(pool, x).sizes(), (at::IntArrayRef{1, 1, 2, 2}));
  pool = {};
  pool.max = false;
  pool.padding_h = pool.padding_w = 1;
  EXPECT_EQ(run(pool, torch::ones({1, 1, 2, 2})).sum().item<double>(), 1);
  pool.count_include_pad = false;
  EXPECT_EQ(run(pool, torch::ones({1, 1, 2, 2})).sum().item<double>(), 4);
  EXPECT_EQ(run(op::GlobalAvgPool{}, x).item<double>(), 4);
  EXPECT_EQ(run(op::Flatten{}, x).sizes(), (at::IntArrayRef{1, 9}));
  EXPECT_TRUE(run(op::Identity{}, x).is_same(x));
}

}  // namespace
}  // namespace trainer
