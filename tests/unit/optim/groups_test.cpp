#include <string>
#include <vector>

#include <ATen/Functions.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>

#include "optim/optimizer.h"

namespace trainer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::vector<std::string> kNames{
    "conv1.weight", "bn1.weight", "bn1.bias", "layer1.0.conv.weight", "fc.weight", "fc.bias"};
const std::vector<std::string> kNormAndBias{"bn1.weight", "bn1.bias", "fc.bias"};

NamedTensors parameters() {
  NamedTensors named;
  for (const std::string& name : kNames) named.emplace_back(name, at::zeros({1}));
  return named;
}

std::vector<ParameterGroup> groups(const std::vector<GroupOptions>& own, bool decay_all = true) {
  OptimizerOptions options;
  options.weight_decay = 0.5;
  options.decay_norm_and_bias = decay_all;
  options.groups = own;
  for (std::size_t i = 0; i < own.size(); ++i) {
    options.groups[i].position = {"run.yaml", 3 + static_cast<int>(i), 1};
  }
  return make_groups(options, parameters(), kNormAndBias);
}

std::string refusal(const std::vector<GroupOptions>& own) {
  try {
    groups(own);
  } catch (const ConfigError& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

TEST(Groups, WithoutPatternsThereIsOneInTheOrderGiven) {
  const auto made = groups({});
  ASSERT_EQ(made.size(), 1U);
  EXPECT_EQ(made[0].names, kNames);
  EXPECT_EQ(made[0].weight_decay, 0.5);
  EXPECT_EQ(made[0].lr_scale, 1);
}

TEST(Groups, NormAndBiasAreExemptWhereAsked) {
  const auto made = groups({}, false);
  ASSERT_EQ(made.size(), 2U);
  EXPECT_THAT(made[0].names, ElementsAre("conv1.weight", "layer1.0.conv.weight", "fc.weight"));
  EXPECT_EQ(made[0].weight_decay, 0.5);
  EXPECT_EQ(made[1].names, kNormAndBias);
  EXPECT_EQ(made[1].weight_decay, 0);
}

TEST(Groups, TheFirstMatchWins) {
  const auto made = groups({{"fc.weight", 10, 0.1}, {"fc.*", 5, {}}, {"*", 2, {}}});
  ASSERT_EQ(made.size(), 3U);
  EXPECT_EQ(made[0].lr_scale, 2);
  EXPECT_EQ(made[0].names.size(), 4U);
  EXPECT_THAT(made[1].names, ElementsAre("fc.weight"));
  EXPECT_EQ(made[1].lr_scale, 10);
  EXPECT_EQ(made[1].weight_decay, 0.1);
  EXPECT_THAT(made[2].names, ElementsAre("fc.bias"));
  EXPECT_EQ(made[2].lr_scale, 5);
  EXPECT_EQ(made[2].weight_decay, 0.5);
}

TEST(Groups, AnExplicitZeroIsNoDefault) {
  const auto made = groups({{"fc.*", 1, 0.0}});
  EXPECT_EQ(made[1].weight_decay, 0);
}

TEST(Groups, TheExemptionHoldsInOwnGroupsToo) {
  const auto made = groups({{"fc.*", 10, 0.1}}, false);
  ASSERT_EQ(made.size(), 4U);
  EXPECT_THAT(made[2].names, ElementsAre("fc.weight"));
  EXPECT_EQ(made[2].weight_decay, 0.1);
  EXPECT_THAT(made[3].names, ElementsAre("fc.bias"));
  EXPECT_EQ(made[3].weight_decay, 0);
  EXPECT_EQ(made[3].lr_scale, 10);
}

TEST(Groups, APatternThatMatchesNothingIsAnErrorWithTheNearestName) {
  const std::string exact = refusal({{"fc.wieght", 1, {}}});
  EXPECT_THAT(exact, HasSubstr("run.yaml:3:1"));
  EXPECT_THAT(exact, HasSubstr("optimizer.groups.0.match"));
  EXPECT_THAT(exact, HasSubstr("\"fc.wieght\" matches no parameter"));
  EXPECT_THAT(exact, HasSubstr("did you mean \"fc.weight\"?"));
  EXPECT_THAT(exact, HasSubstr("conv1.weight, bn1.weight, bn1.bias, …, fc.bias"));
  const std::string second = refusal({{"*", 1, {}}, {"x", 1, {}}});
  EXPECT_THAT(second, HasSubstr("run.yaml:4:1: optimizer.groups.1.match"));
  EXPECT_THAT(refusal({{"layr1.*", 1, {}}}), HasSubstr("did you mean \"layer1.*\"?"));
}

TEST(Groups, APatternBehindAWiderOneIsAnError) {
  const std::string message = refusal({{"fc.*", 1, {}}, {"fc.bias", 2, {}}});
  EXPECT_THAT(message, HasSubstr("optimizer.groups.1.match"));
  EXPECT_THAT(message, HasSubstr("already in an earlier group"));
}

}  // namespace
}  // namespace trainer
