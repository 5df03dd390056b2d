#include "data/transforms/random_resized_crop.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/transforms/keyed_random.h"
#include "unit/transforms/helpers.h"

namespace trainer {
namespace {

using ::testing::HasSubstr;
using testing::ScriptedRandom;
using ::testing::ThrowsMessage;

const std::vector<double> kScale = {0.08, 1.0};
const std::vector<double> kRatio = {3.0 / 4.0, 4.0 / 3.0};

TEST(RandomResizedBox, StaysWithinImageScaleAndRatio) {
  double least = 1;
  double most = 0;
  double log_ratio = 0;
  const int draws = 4000;
  for (int i = 0; i < draws; ++i) {
    KeyedRandom random({7, 1, i, 0}, 0);
    const Box box = random_resized_box(375, 500, kScale, kRatio, random);
    ASSERT_GE(box.x, 0);
    ASSERT_GE(box.y, 0);
    ASSERT_LE(box.x + box.width, 500);
    ASSERT_LE(box.y + box.height, 375);
    const double ratio = static_cast<double>(box.width) / box.height;
    ASSERT_GT(ratio, 0.73);
    ASSERT_LT(ratio, 1.36);
    const double share = static_cast<double>(box.width) * box.height / (375.0 * 500.0);
    ASSERT_GT(share, 0.075);
    least = std::min(least, share);
    most = std::max(most, share);
    log_ratio += std::log(ratio);
  }
  EXPECT_LT(least, 0.1);
  EXPECT_GT(most, 0.9);
  // Log-uniform: as often upright as lying, but for large crops of a lying image.
  EXPECT_NEAR(log_ratio / draws, 0.0, 0.05);
}

TEST(RandomResizedBox, FollowsTheDrawnNumbers) {
  // Area 0.25, ratio 1 (the middle in logarithms), row 0.5 of 51, column 0 of 51.
  ScriptedRandom random({(0.25 - 0.08) / 0.92, 0.5, 0.5, 0.0});
  EXPECT_EQ(random_resized_box(100, 100, kScale, kRatio, random), (Box{0, 25, 50, 50}));
  EXPECT_EQ(random.used(), 4U);
}

TEST(RandomResizedBox, FallsBackToTheLargestCentredCropAfterTenTries) {
  ScriptedRandom random({0.999});
  EXPECT_EQ(random_resized_box(10, 100, kScale, kRatio, random), (Box{43, 0, 13, 10}));
  EXPECT_EQ(random.used(), 20U);
  EXPECT_EQ(random_resized_box(100, 10, kScale, kRatio, random), (Box{0, 43, 10, 13}));
  EXPECT_EQ(random_resized_box(1, 5000, kScale, kRatio, random), (Box{2499, 0, 1, 1}));
}

TEST(RandomResizedCrop, HasTheAskedSizeForAnyImage) {
  RandomResizedCropOptions options;
  options.size = std::vector<int>{12, 8};
  const auto crop = make_random_resized_crop({}, options);
  EXPECT_TRUE(crop->is_random());
  for (const ImageShape shape : {ImageShape{1, 1, 3}, {147, 190, 3}, {300, 2, 3}}) {
    const auto pixels = testing::noise(shape.height, shape.width, 3, 4);
    KeyedRandom random({1, 1, 1, 0}, 0);
    EXPECT_EQ(testing::applied(*crop, pixels, shape, random).size(), 12U * 8U * 3U);
  }
}

TEST(RandomResizedCrop, RefusesBoundsInTheWrongOrder) {
  RandomResizedCropOptions options;
  options.size = std::vector<int>{8};
  options.scale = {0.9, 0.1};
  EXPECT_THAT([&] { make_random_resized_crop({}, options); },
              ThrowsMessage<UsageError>(HasSubstr("scale: expected [least, most]")));
  options.scale = {0.1, 0.9};
  options.ratio = {2, 1};
  EXPECT_THAT([&] { make_random_resized_crop({}, options); },
              ThrowsMessage<UsageError>(HasSubstr("ratio")));
}

}  // namespace
}  // namespace trainer
