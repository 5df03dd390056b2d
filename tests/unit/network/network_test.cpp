#include <limits>

#include <gtest/gtest.h>

#include <trainer/network_builder.h>

#include "network/node_facts.h"

namespace trainer {
namespace {

Network small_network() {
  NetworkBuilder net({3, 8, 8}, 10);
  int x = net.conv2d("conv", NetworkBuilder::kInput, {.out = 4, .kernel = 3, .padding = 1});
  x = net.relu("relu", net.batch_norm2d("bn", x));
  net.linear("fc", net.flatten("flat", net.max_pool2d("pool", x, {})), 10);
  return net.finish();
}

TEST(Network, CountsParameters) {
  EXPECT_EQ(small_network().parameter_count(), (4 * 3 * 9 + 4) + (4 + 4) + (4 * 4 * 4 * 10 + 10));
}

TEST(Network, CountsTwiceTheMultiplyAdds) {
  EXPECT_EQ(small_network().flops(), 2 * (4 * 8 * 8 * 3 * 9 + 4 * 4 * 4 * 10));
}

TEST(Network, CountsGroupedConvolutionsByGroup) {
  NetworkBuilder net({8, 4, 4}, 1);
  net.conv2d("conv",
             NetworkBuilder::kInput,
             {.out = 8, .kernel = 3, .padding = 1, .groups = 4, .bias = false});
  net.linear("fc", net.flatten("flat", 0), 1, false);
  const Network network = net.finish();
  EXPECT_EQ(network.parameter_count(), 8 * 2 * 9 + 128);
  EXPECT_EQ(network.flops(), 2 * (8 * 16 * 2 * 9 + 128));
}

TEST(Network, CountsValuesInPlaceOnlyOnce) {
  // Input, convolution, batch norm (its relu overwrites it), pool, linear; flatten is a view.
  EXPECT_EQ(small_network().activation_bytes(), 4 * (3 * 64 + 4 * 64 + 4 * 64 + 4 * 16 + 10));
}

TEST(Network, HasNoOpaqueNodeUnlessOneIsAdded) {
  EXPECT_FALSE(small_network().has_opaque());
  NetworkBuilder net({3, 8, 8}, 10);
  net.node("own", op::Opaque{"mine", {10}, nullptr}, {NetworkBuilder::kInput});
  const Network network = net.finish();
  EXPECT_TRUE(network.has_opaque());
  EXPECT_EQ(network.parameter_count(), 0);
}

TEST(Network, WritesShapesWithCrosses) {
  EXPECT_EQ(shape_text({64, 28, 28}), "64x28x28");
  EXPECT_EQ(shape_text({10}), "10");
  EXPECT_EQ(shape_text({}), "");
}

TEST(NodeFacts, SaysWhatANodeDoes) {
  op::Conv2d conv;
  conv.kernel_h = conv.kernel_w = 3;
  EXPECT_EQ(operation_text(conv), "conv 3x3");
  conv.stride_h = conv.stride_w = 2;
  conv.groups = 32;
  EXPECT_EQ(operation_text(conv), "conv 3x3/2 groups 32");
  EXPECT_EQ(operation_text(op::Pool2d{}), "max_pool 2x2/2");
  EXPECT_EQ(operation_text(op::Dropout{0.25}), "dropout 0.25");
  EXPECT_EQ(operation_text(op::Activation{op::ActivationKind::silu}), "silu");
}

TEST(NodeFacts, NamesOfActivationsReadBack) {
  EXPECT_EQ(activation_names().size(), 8U);
  for (const std::string& name : activation_names()) {
    EXPECT_EQ(activation_name(activation_kind(name)), name);
  }
}

TEST(NodeFacts, ElementCountSaturates) {
  EXPECT_EQ(element_count({}), 1);
  EXPECT_EQ(element_count({3, 4}), 12);
  EXPECT_EQ(element_count({std::int64_t{1} << 40, std::int64_t{1} << 40}),
            std::numeric_limits<std::int64_t>::max());
}

}  // namespace
}  // namespace trainer
