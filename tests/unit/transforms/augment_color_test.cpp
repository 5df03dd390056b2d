#include <algorithm>
#include <array>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/transforms/augment/color/color_jitter.h"
#include "data/transforms/kernels/color/blend.h"
#include "data/transforms/kernels/color/hue.h"
#include "unit/transforms/augment_helpers.h"

namespace trainer {
namespace {

using testing::applied;
using testing::changed_share;
using ::testing::HasSubstr;
using testing::made;
using testing::noise;
using testing::of_noise;
using testing::ScriptedRandom;
using ::testing::ThrowsMessage;
using testing::view;
using Bytes = std::vector<std::uint8_t>;

constexpr ImageShape kShape = {9, 14, 3};

TEST(ColorJitter, WithoutARangeHasNothingToDo) {
  EXPECT_THROW(make_color_jitter({}), UsageError);
  EXPECT_TRUE(make_color_jitter({.brightness = {0.2}})->is_random());
}

TEST(ColorJitter, DrawsTheOrderThenTheFactors) {
  const auto jitter = made("{color_jitter: {brightness: [0.5, 0.5], contrast: [2, 2]}}");
  const Bytes pixels = noise(9, 14, 3, 2);
  Bytes brighter(pixels.size());
  Bytes expected(pixels.size());
  // Numbers next to 1 keep the order as it is, brightness first.
  ScriptedRandom random({0.99, 0.99, 0.99, 0.3, 0.3});
  adjust_brightness(view(pixels.data(), 9, 14, 3), view(brighter.data(), 9, 14, 3), 0.5F);
  adjust_contrast(view(brighter.data(), 9, 14, 3), view(expected.data(), 9, 14, 3), 2.0F);
  EXPECT_EQ(applied(*jitter, pixels, kShape, random), expected);
  EXPECT_EQ(random.used(), 5U);
}

TEST(ColorJitter, TakesAllOrders) {
  // Brightness clips, contrast stretches and hue turns: each order shows.
  const auto jitter = made(
      "{color_jitter: {brightness: [2, 2], contrast: [2, 2], saturation: [3, 3], hue: [0.2, "
      "0.2]}}");
  std::set<Bytes> results;
  for (int i = 0; i < 400; ++i) results.insert(of_noise(*jitter, kShape, i));
  EXPECT_GT(results.size(), 18U);
  EXPECT_LE(results.size(), 24U);
}

TEST(ColorJitter, ASingleNumberIsAroundOneAndNotBelowZero) {
  const auto jitter = made("{color_jitter: {brightness: 3}}");
  ScriptedRandom least({0.99, 0.99, 0.99, 0.0});
  EXPECT_EQ(applied(*jitter, {10, 20, 30}, {1, 1, 3}, least), (Bytes{0, 0, 0}));
  ScriptedRandom most({0.99, 0.99, 0.99, 0.5});
  EXPECT_EQ(applied(*jitter, {10, 20, 30}, {1, 1, 3}, most), (Bytes{20, 40, 60}));
}

TEST(ColorJitter, LeavesSaturationAndHueOfGrayImagesAlone) {
  const auto jitter = made("{color_jitter: {saturation: [0, 0], hue: [0.5, 0.5]}}", {0, 1});
  EXPECT_EQ(of_noise(*jitter, {5, 5, 1}, 3), noise(5, 5, 1, 2));
}

TEST(ColorJitter, RefusesRangesThatCannotBe) {
  EXPECT_THAT([] { made("color_jitter"); },
              ThrowsMessage<UsageError>(HasSubstr("at least one of")));
  EXPECT_THAT([] { made("{color_jitter: {hue: -0.1}}"); },
              ThrowsMessage<UsageError>(HasSubstr("hue: expected one number >= 0")));
  EXPECT_THAT([] { made("{color_jitter: {contrast: [1.2, 0.8]}}"); },
              ThrowsMessage<UsageError>(HasSubstr("contrast: expected [least, most]")));
  EXPECT_THAT([] { made("{color_jitter: {hue: 0.7}}"); },
              ThrowsMessage<ConfigError>(HasSubstr("hue")));
}

TEST(Hue, AWholeTurnMinusNothingKeepsTheColors) {
  // Exact where 8 bits of hue are enough for the color.
  const Bytes colors = {255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9};
  Bytes out(colors.size());
  adjust_hue(view(colors.data(), 2, 2, 3), view(out.data(), 2, 2, 3), 0);
  EXPECT_EQ(out, colors);
}

TEST(OccasionalTransforms, ChangeTheirShareOfImages) {
  for (const char* yaml : {"{invert: 0.3}",
                           "{solarize: {threshold: 100, p: 0.3}}",
                           "{posterize: {bits: 2, p: 0.3}}",
                           "{equalize: 0.3}",
                           "{autocontrast: 0.3}",
                           "{sharpness: {factor: 3, p: 0.3}}",
                           "{grayscale: 0.3}",
                           "{gaussian_blur: {kernel_size: 3, p: 0.3}}",
                           "{vertical_flip: 0.3}"}) {
    const auto transform = made(yaml);
    EXPECT_TRUE(transform->is_random()) << yaml;
    // autocontrast and equalize may find nothing to change in so small an image.
    const double share = changed_share(*transform);
    EXPECT_LT(share, 0.36) << yaml;
    if (std::string(yaml).find("equalize") == std::string::npos &&
        std::string(yaml).find("autocontrast") == std::string::npos) {
      EXPECT_GT(share, 0.24) << yaml;
    }
  }
}

TEST(OccasionalTransforms, AreNotRandomWhenEveryImageIsChanged) {
  for (const char* yaml : {"{invert: 1.0}",
                           "{solarize: {p: 1}}",
                           "{posterize: {bits: 2, p: 1}}",
                           "{equalize: 1.0}",
                           "{autocontrast: 1.0}",
                           "{sharpness: {p: 1}}",
                           "{grayscale: 1.0}",
                           "{gaussian_blur: {kernel_size: 3, sigma: 1, p: 1}}"}) {
    const auto transform = made(yaml);
    EXPECT_FALSE(transform->is_random()) << yaml;
    ScriptedRandom random({0.5});
    const Bytes pixels = noise(9, 14, 3, 2);
    const Bytes once = applied(*transform, pixels, kShape, random);
    EXPECT_EQ(applied(*transform, pixels, kShape, random), once) << yaml;
  }
}

TEST(Invert, InvertsEachValue) {
  ScriptedRandom random({0.2});
  EXPECT_EQ(applied(*made("invert"), {0, 100, 255}, {1, 1, 3}, random), (Bytes{255, 155, 0}));
}

TEST(Solarize, InvertsFromTheThresholdOn) {
  ScriptedRandom random({0.2});
  EXPECT_EQ(applied(*made("{solarize: 100}"), {99, 100, 255}, {1, 1, 3}, random),
            (Bytes{99, 155, 0}));
}

TEST(Posterize, NeedsItsBits) {
  EXPECT_THAT([] { made("posterize"); }, ThrowsMessage<ConfigError>(HasSubstr("bits")));
  EXPECT_THAT([] { made("{posterize: 9}"); }, ThrowsMessage<ConfigError>(HasSubstr("bits")));
  ScriptedRandom random({0.2});
  EXPECT_EQ(applied(*made("{posterize: 1}"), {127, 128, 255}, {1, 1, 3}, random),
            (Bytes{0, 128, 128}));
}

TEST(GaussianBlur, RefusesKernelsWithoutAMiddle) {
  EXPECT_THAT([] { made("{gaussian_blur: 4}"); },
              ThrowsMessage<UsageError>(HasSubstr("kernel_size: expected an odd number, got 4")));
  EXPECT_THAT([] { made("{gaussian_blur: {kernel_size: 3, sigma: [2, 1]}}"); },
              ThrowsMessage<UsageError>(HasSubstr("sigma")));
}

TEST(GaussianBlur, RefusesAnImageTooSmallToMirror) {
  ScriptedRandom random({0.2});
  EXPECT_THAT(
      [&] {
        applied(*made("{gaussian_blur: 7}"), Bytes(9), {3, 3, 1}, random);
      },
      ThrowsMessage<DataError>(HasSubstr("7x7, got 3x3")));
}

TEST(GaussianBlur, KeepsAFlatImage) {
  const Bytes flat(9 * 14 * 3, 201);
  ScriptedRandom random({0.7});
  EXPECT_EQ(applied(*made("{gaussian_blur: [5, 3]}"), flat, kShape, random), flat);
}

TEST(Grayscale, PutsLumaIntoAllChannels) {
  ScriptedRandom random({0.05});
  EXPECT_EQ(applied(*made("grayscale"), {255, 0, 0, 0, 255, 0}, {1, 2, 3}, random),
            (Bytes{76, 76, 76, 150, 150, 150}));
}

}  // namespace
}  // namespace trainer
