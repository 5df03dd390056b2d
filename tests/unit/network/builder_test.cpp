#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>
#include <trainer/network_builder.h>

#include "unit/network/thrown.h"

namespace trainer {
namespace {

using testing::HasSubstr;

constexpr int kInput = NetworkBuilder::kInput;

TEST(NetworkBuilder, ComputesTheShapeOfEveryNode) {
  NetworkBuilder net({3, 32, 48}, 10);
  int x = net.conv2d("conv", kInput, {.out = 16, .kernel = 3, .stride = 2, .padding = 1});
  EXPECT_EQ(net.shape(x), (Shape{16, 16, 24}));
  x = net.relu("relu", net.batch_norm2d("bn", x));
  EXPECT_EQ(net.shape(x), (Shape{16, 16, 24}));
  x = net.max_pool2d("pool", x, {.kernel = 3, .stride = 2, .padding = 1});
  EXPECT_EQ(net.shape(x), (Shape{16, 8, 12}));
  x = net.avg_pool2d("mean", x, {.kernel = 2, .stride = 2});
  EXPECT_EQ(net.shape(x), (Shape{16, 4, 6}));
  const int flat = net.flatten("flat", x);
  EXPECT_EQ(net.shape(flat), (Shape{384}));
  x = net.global_avg_pool("gap", x);
  EXPECT_EQ(net.shape(x), (Shape{16, 1, 1}));
  x = net.linear("fc", net.dropout("drop", net.flatten("flatten", x), 0.5), 10);
  const Network network = net.finish();
  EXPECT_EQ(network.output(), (Shape{10}));
  EXPECT_EQ(network.classifier, "fc");
  EXPECT_EQ(network.registration, (std::vector<std::string>{"conv", "bn", "fc"}));
}

TEST(NetworkBuilder, FillsInTheInputOfEachLayer) {
  NetworkBuilder net({3, 8, 8}, 4);
  int x = net.conv2d("conv", kInput, {.out = 6, .kernel = 3, .groups = 3});
  net.linear("fc", net.flatten("flat", net.batch_norm2d("bn", x)), 4);
  const Network network = net.finish();
  EXPECT_EQ(std::get<op::Conv2d>(network.nodes[0].operation).in, 3);
  EXPECT_EQ(std::get<op::BatchNorm2d>(network.nodes[1].operation).channels, 6);
  EXPECT_EQ(std::get<op::Linear>(network.nodes[3].operation).in, 6 * 6 * 6);
}

TEST(NetworkBuilder, RegistersReservedPathsFirst) {
  NetworkBuilder net({1, 4, 4}, 2);
  net.reserve("late");
  const int early = net.conv2d("early", kInput, {.out = 2});
  net.linear("fc", net.flatten("flat", net.conv2d("late", early, {.out = 2})), 2);
  EXPECT_EQ(net.finish().registration, (std::vector<std::string>{"late", "early", "fc"}));
}

TEST(NetworkBuilder, RefusesAReservedPathThatIsNeverAdded) {
  NetworkBuilder net({1, 4, 4}, 2);
  net.reserve("ghost");
  net.linear("fc", net.flatten("flat", kInput), 2);
  EXPECT_THAT(thrown<UsageError>([&] { net.finish(); }), HasSubstr("\"ghost\" was reserved"));
}

TEST(NetworkBuilder, RefusesALinearLayerOverAMapWithItsShape) {
  NetworkBuilder net({3, 7, 7}, 10);
  const std::string text = thrown<UsageError>([&] { net.linear("fc", kInput, 10); });
  EXPECT_THAT(text, HasSubstr("layer \"fc\": linear expects a flat input, got 3x7x7"));
  EXPECT_THAT(text, HasSubstr("put flatten or global_avg_pool before it"));
}

TEST(NetworkBuilder, RefusesAnAdditionOfTwoShapesAndShowsBoth) {
  NetworkBuilder net({3, 8, 8}, 10);
  const int a = net.conv2d("a", kInput, {.out = 4});
  const int b = net.conv2d("b", kInput, {.out = 4, .kernel = 1, .stride = 2});
  const std::string text = thrown<UsageError>([&] { net.add("sum", a, b); });
  EXPECT_THAT(text, HasSubstr("got 4x8x8 and 4x4x4"));
}

TEST(NetworkBuilder, PointsToTheLayerInTheConfiguration) {
  NetworkBuilder net({3, 8, 8}, 10);
  net.at({"net.yaml", 14, 9}, "model.layers.2.linear");
  try {
    net.linear("2", kInput, 10);
    FAIL() << "nothing was thrown";
  } catch (const ConfigError& error) {
    ASSERT_EQ(error.mistakes().size(), 1U);
    EXPECT_EQ(error.mistakes()[0].file, "net.yaml");
    EXPECT_EQ(error.mistakes()[0].line, 14);
    EXPECT_EQ(error.mistakes()[0].column, 9);
    EXPECT_EQ(error.mistakes()[0].key, "model.layers.2.linear");
    EXPECT_THAT(error.what(), HasSubstr("net.yaml:14:9: model.layers.2.linear: linear expects"));
  }
}

TEST(NetworkBuilder, RefusesAnOutputThatIsNotOneNumberAClass) {
  NetworkBuilder net({3, 8, 8}, 10);
  net.linear("fc", net.flatten("flat", kInput), 7);
  EXPECT_THAT(thrown<UsageError>([&] { net.finish(); }),
              HasSubstr("the network ends with 7, expected 10 (one number a class)"));
}

TEST(NetworkBuilder, RefusesAnEmptyNetwork) {
  NetworkBuilder net({3, 8, 8}, 10);
  EXPECT_THAT(thrown<UsageError>([&] { net.finish(); }), HasSubstr("at least one layer"));
}

TEST(NetworkBuilder, RefusesNamesThatCannotBeModulePaths) {
  NetworkBuilder net({3, 8, 8}, 10);
  net.conv2d("layer", kInput, {.out = 2});
  for (const char* name : {"", ".a", "a.", "a..b"}) {
    EXPECT_THAT(thrown<UsageError>([&] { net.relu(name, kInput); }), HasSubstr("dotted name"));
  }
  EXPECT_THAT(thrown<UsageError>([&] { net.relu("layer", kInput); }),
              HasSubstr("two layers have the name \"layer\""));
  EXPECT_THAT(thrown<UsageError>([&] { net.conv2d("layer.0", kInput, {.out = 2}); }),
              HasSubstr("cannot stand inside layer \"layer\""));
}

TEST(NetworkBuilder, RefusesAValueThatDoesNotExistYet) {
  NetworkBuilder net({3, 8, 8}, 10);
  EXPECT_THAT(thrown<UsageError>([&] { net.relu("relu", 0); }), HasSubstr("no value 0 yet"));
  EXPECT_THAT(thrown<UsageError>([&] { net.relu("relu", -2); }), HasSubstr("no value -2 yet"));
}

TEST(NetworkBuilder, RefusesAnInputThatIsNoImage) {
  EXPECT_THROW(NetworkBuilder({3, 8}, 10), UsageError);
  EXPECT_THROW(NetworkBuilder({3, 0, 8}, 10), UsageError);
  EXPECT_THROW(NetworkBuilder({1'000'000, 1'000'000, 1'000'000'000}, 10), UsageError);
  EXPECT_THROW(NetworkBuilder({3, 8, 8}, 0), UsageError);
}

TEST(NetworkBuilder, RefusesALayerTooLargeToCount) {
  NetworkBuilder net({3, 8, 8}, 10);
  const int x = net.conv2d("a", kInput, {.out = 1'000'000});
  EXPECT_THAT(thrown<UsageError>([&] { net.conv2d("b", x, {.out = 1'000'000}); }),
              HasSubstr("too large"));
}

TEST(NetworkBuilder, RefusesMoreNodesThanAnyNetworkHas) {
  NetworkBuilder net({1, 1, 1}, 1);
  const std::string text = thrown<UsageError>([&] {
    for (int i = 0; i <= 10'000; ++i) net.relu("r" + std::to_string(i), i - 1);
  });
  EXPECT_THAT(text, HasSubstr("at most 10000 nodes"));
}

}  // namespace
}  // namespace trainer
