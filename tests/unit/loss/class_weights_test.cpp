#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>

#include "loss/loss_options.h"

namespace trainer {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Weights = Or<std::vector<double>>;

const Position kPlace{"run.yaml", 5, 9};

std::string refusal(const Weights& choice, const std::vector<std::int64_t>& counts) {
  try {
    class_weights(choice, counts, kPlace);
  } catch (const ConfigError& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

TEST(ClassWeights, NoneIsNothing) {
  EXPECT_TRUE(class_weights("none", {1, 2}, kPlace).empty());
}

TEST(ClassWeights, BalancedIsSamplesByClassesTimesCount) {
  EXPECT_THAT(class_weights("balanced", {2, 6}, kPlace), ElementsAre(2.0, 8.0 / 12));
}

TEST(ClassWeights, BalancedNeedsAnImageOfEveryClass) {
  const std::string message = refusal("balanced", {3, 0, 1});
  EXPECT_THAT(message, HasSubstr("run.yaml:5:9"));
  EXPECT_THAT(message, HasSubstr("class 1 has none"));
}

TEST(ClassWeights, AListHasOneWeightAClass) {
  EXPECT_THAT(class_weights(std::vector<double>{1, 2.5}, {1, 1}, kPlace), ElementsAre(1, 2.5));
  const std::string message = refusal(std::vector<double>{1, 2}, {1, 1, 1});
  EXPECT_THAT(message, HasSubstr("loss.class_weights"));
  EXPECT_THAT(message, HasSubstr("3 classes"));
  EXPECT_THAT(message, HasSubstr("list of 2"));
}

TEST(ClassWeights, AWeightIsAboveZero) {
  for (const double bad : {0.0,
                           -1.0,
                           std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::infinity()}) {
    EXPECT_THAT(refusal(std::vector<double>{1, bad}, {1, 1}), HasSubstr("for class 1"));
  }
}

TEST(LossOptions, CatalogHasCrossEntropyWithTheInterfacesKeys) {
  EXPECT_THAT(loss_catalog().names(), ElementsAre("cross_entropy"));
  const OptionTable& table = *loss_catalog().find("cross_entropy")->table;
  EXPECT_EQ(table.find("label_smoothing")->fallback.text, "0.0");
  EXPECT_EQ(table.find("class_weights")->fallback.text, "none");
  EXPECT_EQ(LossOptions::options().variant_fallback(), "cross_entropy");
}

}  // namespace
}  // namespace trainer
