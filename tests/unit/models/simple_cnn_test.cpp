#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/models/model_text.h"

namespace trainer {
namespace {

std::vector<std::string> names_of(const Network& network) {
  std::vector<std::string> names;
  for (const NetworkNode& node : network.nodes) names.push_back(node.name);
  return names;
}

TEST(SimpleCnn, IsTheClassicByDefault) {
  const Network network = described("simple_cnn", {1, 28, 28, 10});
  EXPECT_THAT(
      names_of(network),
      testing::ElementsAre(
          "conv1", "act1", "pool1", "conv2", "act2", "pool2", "flatten", "fc1", "fc1_act", "fc2"));
  EXPECT_EQ(network.nodes[5].output, (Shape{64, 7, 7}));
  EXPECT_EQ(network.parameter_count(), 320 + 18'496 + (3136 * 128 + 128) + 1290);
  EXPECT_EQ(network.classifier, "fc2");
}

TEST(SimpleCnn, FollowsItsOptions) {
  const Network network =
      described("simple_cnn",
                {3, 32, 32, 5},
                "{width: 8, hidden: [20, 10], dropout: 0.3, batch_norm: true, activation: gelu}");
  EXPECT_THAT(names_of(network),
              testing::ElementsAre("conv1",
                                   "bn1",
                                   "act1",
                                   "pool1",
                                   "conv2",
                                   "bn2",
                                   "act2",
                                   "pool2",
                                   "flatten",
                                   "drop1",
                                   "fc1",
                                   "fc1_act",
                                   "drop2",
                                   "fc2",
                                   "fc2_act",
                                   "drop3",
                                   "fc3"));
  EXPECT_FALSE(std::get<op::Conv2d>(network.nodes[0].operation).bias);
  EXPECT_EQ(std::get<op::Activation>(network.nodes[2].operation).kind, op::ActivationKind::gelu);
  EXPECT_EQ(std::get<op::Dropout>(network.nodes[9].operation).p, 0.3);
}

TEST(SimpleCnn, TakesOneHiddenLayerAsAListAndNoneAtAll) {
  EXPECT_EQ(described("simple_cnn", {1, 28, 28, 10}, "hidden: 64").registration.size(), 4U);
  EXPECT_EQ(described("simple_cnn", {1, 28, 28, 10}, "hidden: []").registration.size(), 3U);
}

TEST(SimpleCnn, WorksForAnyImageSize) {
  for (const std::int64_t size : {1, 2, 3, 28, 31, 100}) {
    EXPECT_EQ(described("simple_cnn", {1, size, size * 2, 10}).output(), (Shape{10}));
  }
}

TEST(SimpleCnn, RefusesValuesOutOfRange) {
  EXPECT_THROW(model_from("simple_cnn", "width: 0"), ConfigError);
  EXPECT_THROW(model_from("simple_cnn", "dropout: 1"), ConfigError);
  EXPECT_THROW(model_from("simple_cnn", "activation: reelu"), ConfigError);
}

}  // namespace
}  // namespace trainer
