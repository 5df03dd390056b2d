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
  std::vector<at::Tensor> inputs{x};
  if (y.defined()) inputs.push_back(y);
  return stateless_call(operation, owner, in_place)(inputs);
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

TEST(StatelessCall, AdaptivePoolsCoverTheMapWhateverItsExtents) {
  const at::Tensor x = torch::rand({2, 3, 5, 4});
  const at::Tensor y = run(op::AdaptiveAvgPool2d{2, 7}, x);
  EXPECT_EQ(y.sizes(), (at::IntArrayRef{2, 3, 2, 7}));
  EXPECT_TRUE(at::equal(run(op::AdaptiveAvgPool2d{5, 4}, x), x));
}

TEST(StatelessCall, ProductsAndJoinedMapsAreThoseOfTorch) {
  const at::Tensor x = torch::rand({2, 3, 4, 4});
  const at::Tensor scale = torch::rand({2, 3, 1, 1});
  EXPECT_TRUE(at::equal(run(op::Multiply{}, x, scale), x * scale));
  EXPECT_TRUE(at::equal(run(op::Concat{}, x, x), at::cat({x, x}, 1)));
}

TEST(StatelessCall, SequencesRunOverTheMapRowByRow) {
  const at::Tensor x = torch::rand({2, 3, 4, 5});
  const at::Tensor tokens = run(op::Tokens{}, x);
  EXPECT_EQ(tokens.sizes(), (at::IntArrayRef{2, 20, 3}));
  EXPECT_TRUE(at::equal(tokens[1][7], x[1].select(1, 1).select(1, 2)));
  EXPECT_TRUE(at::equal(run(op::TokensToMap{}, tokens, x), x));
  const at::Tensor rows = run(op::Rows{}, x);
  EXPECT_EQ(rows.sizes(), (at::IntArrayRef{2, 4, 15}));
  EXPECT_TRUE(at::equal(rows[1][2].view({5, 3}), x[1].select(1, 2).t()));
  EXPECT_TRUE(at::equal(run(op::SelectToken{1}, rows), rows.select(1, 1)));
}

TEST(StatelessCall, StochasticDepthDropsWholeImagesInTrainingOnly) {
  torch::nn::Module owner;
  const NodeCall call = stateless_call(op::StochasticDepth{0.5}, owner, false);
  torch::manual_seed(1);
  std::vector<at::Tensor> inputs{torch::ones({64, 2, 3, 3})};
  const at::Tensor y = call(inputs);
  const at::Tensor of_images = y.flatten(1).mean(1);
  EXPECT_TRUE(at::equal(y, of_images.view({64, 1, 1, 1}).expand_as(y)));
  const at::Tensor kept = of_images > 0;
  EXPECT_TRUE(at::equal(of_images, kept * 2.0F));
  EXPECT_GT(kept.sum().item<int>(), 16);
  EXPECT_LT(kept.sum().item<int>(), 48);
  owner.eval();
  std::vector<at::Tensor> again{torch::ones({4, 2, 3, 3})};
  EXPECT_TRUE(at::equal(call(again), torch::ones({4, 2, 3, 3})));
}

}  // namespace
}  // namespace trainer
