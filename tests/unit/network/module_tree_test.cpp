#include "network/module_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/nn/modules/conv.h>
#include <torch/types.h>

#include <trainer/network_builder.h>

namespace trainer {
namespace {

TEST(ModuleTree, NestsModulesByTheirPathsInTheOrderOfRegistration) {
  NetworkBuilder net({3, 4, 4}, 2);
  net.reserve("late.0");
  int x = net.conv2d("early.0.conv", NetworkBuilder::kInput, {.out = 2});
  x = net.conv2d("late.0", net.batch_norm2d("early.0.bn", x), {.out = 2});
  net.linear("fc", net.flatten("flat", x), 2);
  const auto root = std::make_shared<torch::nn::Module>("root");
  const auto tree = build_module_tree(*root, net.finish());
  EXPECT_THAT(root->named_modules("", /*include_self=*/false).keys(),
              testing::ElementsAre(
                  "late", "late.0", "early", "early.0", "early.0.conv", "early.0.bn", "fc"));
  EXPECT_EQ(tree.size(), 4U);
  EXPECT_EQ(tree.at("late.0").forward(torch::rand({1, 2, 4, 4})).sizes(),
            (at::IntArrayRef{1, 2, 4, 4}));
}

TEST(ModuleTree, GivesConvolutionsAllTheirOptions) {
  op::Conv2d conv;
  conv.out = 6;
  conv.kernel_h = 3;
  conv.kernel_w = 1;
  conv.stride_w = 2;
  conv.padding_h = 2;
  conv.dilation_h = 2;
  conv.groups = 3;
  conv.bias = false;
  NetworkBuilder net({3, 5, 5}, 90);
  net.flatten("flat", net.node("conv", conv, {NetworkBuilder::kInput}));
  const auto root = std::make_shared<torch::nn::Module>("root");
  const auto tree = build_module_tree(*root, net.finish());
  const auto& options = tree.at("conv").module->as<torch::nn::Conv2d>()->options;
  EXPECT_EQ((*options.kernel_size())[0], 3);
  EXPECT_EQ((*options.kernel_size())[1], 1);
  EXPECT_EQ((*options.stride())[1], 2);
  EXPECT_EQ((*options.dilation())[0], 2);
  EXPECT_EQ(options.groups(), 3);
  EXPECT_FALSE(options.bias());
  EXPECT_EQ(tree.at("conv").forward(torch::rand({1, 3, 5, 5})).sizes(),
            (at::IntArrayRef{1, 6, 5, 3}));
}

TEST(ModuleTree, StartsParametersByTheirRules) {
  NetworkBuilder net({3, 4, 4}, 2);
  const int x = net.batch_norm2d("bn", NetworkBuilder::kInput);
  net.init(Init::zero, Init::one);
  net.linear("fc", net.flatten("flat", x), 2);
  const auto root = std::make_shared<torch::nn::Module>("root");
  build_module_tree(*root, net.finish());
  EXPECT_EQ(root->named_parameters()["bn.weight"].sum().item<double>(), 0);
  EXPECT_EQ(root->named_parameters()["bn.bias"].sum().item<double>(), 3);
}

}  // namespace
}  // namespace trainer
