#include "network/parameter_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>
#include <trainer/network_builder.h>

#include "unit/network/thrown.h"

namespace trainer {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Network network() {
  NetworkBuilder net({3, 8, 8}, 2);
  net.reserve("layer1.0.conv1");
  int x = net.conv2d("stem", NetworkBuilder::kInput, {.out = 4, .bias = false});
  x = net.batch_norm2d("layer1.0.bn1", net.conv2d("layer1.0.conv1", x, {.out = 4}));
  net.linear("fc", net.flatten("flat", x), 2);
  return net.finish();
}

TEST(ParameterNames, AreInTheOrderOfRegistration) {
  EXPECT_THAT(parameter_names(network()),
              ElementsAre("layer1.0.conv1.weight",
                          "layer1.0.conv1.bias",
                          "stem.weight",
                          "layer1.0.bn1.weight",
                          "layer1.0.bn1.bias",
                          "fc.weight",
                          "fc.bias"));
}

TEST(ParameterNames, OfNormsAndBiases) {
  EXPECT_THAT(
      norm_and_bias_names(network()),
      ElementsAre("layer1.0.conv1.bias", "layer1.0.bn1.weight", "layer1.0.bn1.bias", "fc.bias"));
}

TEST(MatchParameters, GivesEachNameOnceInOrder) {
  EXPECT_THAT(
      match_parameters(parameter_names(network()), {"fc.*", "*.weight"}),
      ElementsAre(
          "layer1.0.conv1.weight", "stem.weight", "layer1.0.bn1.weight", "fc.weight", "fc.bias"));
}

TEST(MatchParameters, AGlobWithoutAMatchNamesTheNearest) {
  const auto message = [](const std::string& glob) {
    return thrown<UsageError>([&] { match_parameters(parameter_names(network()), {glob}); });
  };
  EXPECT_THAT(message("layr1.*"), HasSubstr("\"layr1.*\" matches none"));
  EXPECT_THAT(message("layr1.*"), HasSubstr("did you mean \"layer1.*\"?"));
  EXPECT_THAT(message("layer1"), HasSubstr("did you mean \"layer1.*\"?"));
  EXPECT_THAT(message("fc.wieght"), HasSubstr("did you mean \"fc.weight\"?"));
  EXPECT_THAT(message("zzzzzzzz"), HasSubstr("the first parameter is \"layer1.0.conv1.weight\""));
}

TEST(MatchParameters, PointsToThePlaceWhereItHasOne) {
  try {
    match_parameters({"fc.weight"}, {"head.*"}, {"a.yaml", 3, 12});
    FAIL() << "nothing was thrown";
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), HasSubstr("a.yaml:3:12: model.freeze: expected a glob"));
  }
}

}  // namespace
}  // namespace trainer
