#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/transforms/augment/spatial/vertical_flip.h"
#include "unit/transforms/augment_helpers.h"

namespace trainer {
namespace {

using testing::applied;
using ::testing::HasSubstr;
using testing::made;
using testing::noise;
using testing::of_noise;
using testing::ScriptedRandom;
using ::testing::ThrowsMessage;
using Bytes = std::vector<std::uint8_t>;

Bytes counting(std::size_t n) {
  Bytes pixels(n);
  std::iota(pixels.begin(), pixels.end(), std::uint8_t{1});
  return pixels;
}

TEST(VerticalFlip, SwapsTopAndBottom) {
  ScriptedRandom random({0.4});
  EXPECT_EQ(applied(*made("vertical_flip"), counting(6), {3, 2, 1}, random),
            (Bytes{5, 6, 3, 4, 1, 2}));
}

TEST(VerticalFlip, TheEndsOfItsRangeAreAlwaysAndNever) {
  ScriptedRandom never({0.0}), always({0.999});
  EXPECT_EQ(applied(*make_vertical_flip({.p = 0}), counting(4), {2, 2, 1}, never), counting(4));
  EXPECT_EQ(applied(*make_vertical_flip({.p = 1}), counting(4), {2, 2, 1}, always),
            (Bytes{3, 4, 1, 2}));
}

TEST(AlternatingFlip, ShowsEachImageBothWaysInTurns) {
  const auto flip = made("alternating_flip");
  EXPECT_TRUE(flip->is_random());
  const Bytes pixels = noise(4, 5, 3, 2);
  int flipped = 0;
  for (int i = 0; i < 1000; ++i) {
    const Bytes first = of_noise(*flip, {4, 5, 3}, i, 1);
    const Bytes second = of_noise(*flip, {4, 5, 3}, i, 2);
    EXPECT_NE(first, second);
    EXPECT_TRUE(first == pixels || second == pixels);
    EXPECT_EQ(of_noise(*flip, {4, 5, 3}, i, 3), first);
    flipped += first != pixels ? 1 : 0;
  }
  EXPECT_NEAR(flipped, 500, 80);
}

TEST(AlternatingFlip, AnotherSeedFlipsOtherImages) {
  const auto flip = made("alternating_flip");
  int different = 0;
  for (int i = 0; i < 100; ++i) {
    KeyedRandom one({1, 1, i, 0}, 0);
    KeyedRandom two({2, 1, i, 0}, 0);
    different +=
        applied(*flip, counting(2), {1, 2, 1}, one) != applied(*flip, counting(2), {1, 2, 1}, two)
            ? 1
            : 0;
  }
  EXPECT_NEAR(different, 50, 25);
}

TEST(KeyedRandom, SampleBitsStayTheSameInEveryEpoch) {
  KeyedRandom first({3, 1, 5, 0}, 2);
  const std::uint32_t bits = first.sample_bits();
  first.next();
  EXPECT_EQ(first.sample_bits(), bits);
  KeyedRandom later({3, 9, 5, 0}, 2);
  EXPECT_EQ(later.sample_bits(), bits);
  EXPECT_EQ(later.epoch(), 9);
  EXPECT_NE(KeyedRandom({3, 1, 6, 0}, 2).sample_bits(), bits);
  EXPECT_NE(KeyedRandom({3, 1, 5, 1}, 2).sample_bits(), bits);
  EXPECT_NE(KeyedRandom({3, 1, 5, 0}, 1).sample_bits(), bits);
}

TEST(Rotation, TurnsCounterClockwise) {
  const auto turn = made("{rotation: {degrees: [90, 90]}}", {0, 1});
  EXPECT_FALSE(turn->is_random());
  ScriptedRandom random({0.5});
  EXPECT_EQ(applied(*turn, counting(4), {2, 2, 1}, random), (Bytes{2, 4, 1, 3}));
}

TEST(Rotation, FillsTheCornersWithTheFillOfEachChannel) {
  const auto turn = made("{rotation: {degrees: [45, 45], fill: [9, 8, 7]}}");
  ScriptedRandom random({0.5});
  const Bytes out = applied(*turn, Bytes(15 * 15 * 3, 200), {15, 15, 3}, random);
  EXPECT_EQ(Bytes(out.begin(), out.begin() + 3), (Bytes{9, 8, 7}));
  EXPECT_EQ(out[(7 * 15 + 7) * 3], 200);
}

TEST(Rotation, KeepsItsCenterInPlace) {
  const auto turn = made("{rotation: {degrees: [180, 180], center: [1, 1]}}", {0, 1});
  ScriptedRandom random({0.5});
  EXPECT_EQ(applied(*turn, counting(9), {3, 3, 1}, random), (Bytes{5, 4, 0, 2, 1, 0, 0, 0, 0}));
}

TEST(Rotation, RefusesWhatCannotBe) {
  EXPECT_THAT([] { made("rotation"); }, ThrowsMessage<ConfigError>(HasSubstr("degrees")));
  EXPECT_THAT([] { made("{rotation: [10, -10]}"); },
              ThrowsMessage<UsageError>(HasSubstr("degrees: expected [least, most]")));
  EXPECT_THAT([] { made("{rotation: {degrees: 5, fill: [1, 2]}}"); },
              ThrowsMessage<UsageError>(HasSubstr("fill: expected 1 value or one for each of 3")));
  EXPECT_THAT([] { made("{rotation: {degrees: 5, interpolation: area}}"); },
              ThrowsMessage<ConfigError>(HasSubstr("interpolation")));
}

TEST(Affine, ShiftsByWholePixels) {
  const auto shift = made("{affine: {degrees: 0, translate: [0.5, 0]}}", {0, 1});
  EXPECT_TRUE(shift->is_random());
  // Angle, then x: 2 * (2 * 0.99 - 1) = 1.96 of 2 pixels, rounded.
  ScriptedRandom random({0.5, 0.99, 0.5, 0.5, 0.5, 0.5});
  EXPECT_EQ(applied(*shift, counting(4), {1, 4, 1}, random), (Bytes{0, 0, 1, 2}));
}

TEST(Affine, DrawsShearsWithinTheirBounds) {
  const auto shear = made("{affine: {degrees: 0, shear: [0, 0, 45, 45]}}", {0, 1});
  ScriptedRandom random({0.5});
  // Along y alone, by a slope of 1 around the middle.
  EXPECT_EQ(applied(*shear, counting(9), {3, 3, 1}, random), (Bytes{0, 2, 6, 1, 5, 9, 4, 8, 0}));
}

TEST(Affine, RefusesThreeShears) {
  EXPECT_THAT([] { made("{affine: {degrees: 0, shear: [1, 2, 3]}}"); },
              ThrowsMessage<UsageError>(HasSubstr("shear: expected one angle")));
  EXPECT_THAT([] { made("{affine: {degrees: 0, scale: [2, 1]}}"); },
              ThrowsMessage<UsageError>(HasSubstr("scale")));
  EXPECT_THAT([] { made("{affine: {degrees: 0, scale: [0, 1]}}"); },
              ThrowsMessage<ConfigError>(HasSubstr("scale")));
}

TEST(Perspective, MovesTheCornersInwards) {
  const auto perspective = made("{perspective: {distortion_scale: 0.5, p: 1, fill: 1}}", {0, 1});
  EXPECT_TRUE(perspective->is_random());
  ScriptedRandom inwards({0.99, 0.99, 0.0, 0.99, 0.0, 0.0, 0.99, 0.0});
  const Bytes out = applied(*perspective, Bytes(20 * 20, 200), {20, 20, 1}, inwards);
  EXPECT_EQ(out.front(), 1);
  EXPECT_EQ(out.back(), 1);
  EXPECT_EQ(out[10 * 20 + 10], 200);
}

TEST(Perspective, ACollapsedImageIsAllFillOrPixels) {
  // The corners may meet in a point or on a line: nothing but the fill is sure, and nothing breaks.
  const auto perspective = made("{perspective: {distortion_scale: 1, p: 1, fill: 1}}", {0, 1});
  for (int i = 0; i < 200; ++i) of_noise(*perspective, {2, 2, 1}, i);
  for (int i = 0; i < 200; ++i) of_noise(*perspective, {1, 5, 1}, i);
}

TEST(SpatialTransforms, DependOnTheirNumbersAlone) {
  for (const char* yaml :
       {"{rotation: 180}",
        "{affine: {degrees: 30, translate: [0.3, 0.3], scale: [0.5, 2], shear: 20}}",
        "{affine: {degrees: 30, interpolation: bicubic}}",
        "{perspective: {p: 1}}"}) {
    const auto transform = made(yaml);
    const Bytes once = of_noise(*transform, {17, 23, 3}, 4);
    EXPECT_NE(of_noise(*transform, {17, 23, 3}, 5), once) << yaml;
    EXPECT_EQ(of_noise(*transform, {17, 23, 3}, 4), once) << yaml;
  }
}

}  // namespace
}  // namespace trainer
