#include "network/rules.h"

#include <gtest/gtest.h>

#include <trainer/network_builder.h>

namespace trainer {
namespace {

Network network(Shape input) {
  NetworkBuilder net(std::move(input), 2);
  int x = net.conv2d("conv1", NetworkBuilder::kInput, {.out = 2, .kernel = 3, .padding = 1});
  x = net.max_pool2d("pool", net.batch_norm2d("bn1", x), {});
  x = net.batch_norm2d("bn2", net.conv2d("conv2", x, {.out = 2}));
  net.linear("fc", net.flatten("flat", x), 2);
  return net.finish();
}

TEST(BatchNormOnSingleValue, NamesBatchNormsOverAOnePixelMap) {
  EXPECT_EQ(batch_norm_on_single_value(network({3, 2, 3})), std::vector<std::string>{"bn2"});
  EXPECT_TRUE(batch_norm_on_single_value(network({3, 2, 4})).empty());
}

TEST(ChannelsLastByRule, IsForNetworksWithConvolutions) {
  EXPECT_TRUE(channels_last_by_rule(network({1, 8, 8}), "cpu"));
  EXPECT_TRUE(channels_last_by_rule(network({3, 8, 8}), "cuda"));
  EXPECT_FALSE(channels_last_by_rule(network({3, 8, 8}), "xpu"));
  NetworkBuilder net({1, 8, 8}, 2);
  net.linear("fc", net.flatten("flat", NetworkBuilder::kInput), 2);
  EXPECT_FALSE(channels_last_by_rule(net.finish(), "cpu"));
}

}  // namespace
}  // namespace trainer
