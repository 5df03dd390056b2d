#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/transforms/augment/erase/erase_value.h"
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
using Bytes = std::vector<std::uint8_t>;

std::size_t count(const Bytes& pixels, std::uint8_t value) {
  return static_cast<std::size_t>(std::count(pixels.begin(), pixels.end(), value));
}

TEST(EraseValue, PaintsTheBoxAndNothingElse) {
  Bytes pixels(5 * 4 * 3, 1);
  EraseOption option;
  option.value = {9, 8, 7};
  ScriptedRandom random({0.0});
  EraseValue(option, 3).paint({1, 2, 3, 2}, testing::view(pixels.data(), 5, 4, 3), random);
  EXPECT_EQ(count(pixels, 9), 6U);
  EXPECT_EQ(count(pixels, 8), 6U);
  EXPECT_EQ(count(pixels, 1), 5U * 4 * 3 - 18);
  EXPECT_EQ(pixels[(2 * 4 + 1) * 3], 9);
  EXPECT_EQ(pixels[(4 * 4 + 1) * 3], 1);
  option.value = {9, 8};
  EXPECT_THROW(EraseValue(option, 3), UsageError);
}

TEST(RandomErasing, PaintsABoxOfTheDrawnShareAndRatio) {
  const auto erase =
      made("{random_erasing: {p: 1, scale: [0.25, 0.25], ratio: [1, 1], value: 7}}", {0, 1});
  ScriptedRandom random({0.0, 0.0, 0.5, 0.0});
  // 4x4 of 8x8, at row 0.5 * 5 and column 0.
  const Bytes out = applied(*erase, Bytes(64, 1), {8, 8, 1}, random);
  EXPECT_EQ(count(out, 7), 16U);
  EXPECT_EQ(out[2 * 8], 7);
  EXPECT_EQ(out[5 * 8 + 3], 7);
  EXPECT_EQ(out[5 * 8 + 4], 1);
  EXPECT_EQ(out[6 * 8], 1);
}

TEST(RandomErasing, LeavesAnImageWhereNoBoxFits) {
  const auto erase = made("{random_erasing: {p: 1, scale: [1, 1], ratio: [1, 1]}}", {0, 1});
  EXPECT_EQ(of_noise(*erase, {8, 8, 1}, 1), noise(8, 8, 1, 2));
}

TEST(RandomErasing, PaintsEachChannelsValue) {
  const auto erase =
      made("{random_erasing: {p: 1, scale: [0.5, 0.5], ratio: [1, 1], value: [124, 116, 104]}}");
  ScriptedRandom random({0.0});
  const Bytes out = applied(*erase, Bytes(4 * 4 * 3, 1), {4, 4, 3}, random);
  EXPECT_EQ(Bytes(out.begin(), out.begin() + 3), (Bytes{124, 116, 104}));
  EXPECT_EQ(count(out, 116), 9U);
}

TEST(RandomErasing, MeanIsTheImagesOwn) {
  const auto erase =
      made("{random_erasing: {p: 1, scale: [0.25, 0.25], ratio: [1, 1], value: mean}}", {0, 1});
  ScriptedRandom random({0.0});
  Bytes pixels(16, 10);
  pixels.back() = 18;
  EXPECT_EQ(count(applied(*erase, pixels, {4, 4, 1}, random), 11), 4U);
}

TEST(RandomErasing, NoiseIsUniform) {
  const auto erase =
      made("{random_erasing: {p: 1, scale: [0.9, 0.9], ratio: [1, 1], value: noise}}");
  KeyedRandom random({1, 1, 1, 0}, 0);
  const Bytes out = applied(*erase, Bytes(200 * 200 * 3, 1), {200, 200, 3}, random);
  const std::size_t painted = 190 * 190 * 3;
  EXPECT_NEAR(static_cast<double>(count(out, 77)), painted / 256.0, 100);
  EXPECT_EQ(of_noise(*erase, {9, 9, 3}, 3), of_noise(*erase, {9, 9, 3}, 3));
}

TEST(RandomErasing, TakesItsShareOfImages) {
  const auto erase = made("{random_erasing: {p: 0.25, value: 0}}");
  EXPECT_TRUE(erase->is_random());
  // A box of 2 % of 42 pixels is sometimes none.
  EXPECT_NEAR(changed_share(*erase), 0.25, 0.06);
}

TEST(RandomErasing, RefusesWhatCannotBe) {
  EXPECT_THAT([] { made("{random_erasing: {value: [1, 2]}}"); },
              ThrowsMessage<UsageError>(HasSubstr("value: expected 1 value or one for each of 3")));
  EXPECT_THAT([] { made("{random_erasing: {scale: [0.5, 0.1]}}"); },
              ThrowsMessage<UsageError>(HasSubstr("scale")));
  EXPECT_THAT([] { made("{random_erasing: {value: gray}}"); },
              ThrowsMessage<ConfigError>(HasSubstr("value")));
}

TEST(Cutout, PaintsASquareThatTheBorderCutsOff) {
  const auto cut = made("{cutout: {size: 4, value: 9}}", {0, 1});
  ScriptedRandom corner({0.0});
  EXPECT_EQ(count(applied(*cut, Bytes(64, 1), {8, 8, 1}, corner), 9), 4U);
  ScriptedRandom middle({0.5});
  EXPECT_EQ(count(applied(*cut, Bytes(64, 1), {8, 8, 1}, middle), 9), 16U);
}

TEST(Cutout, PaintsAsManySquaresAsAskedFor) {
  const auto cut = made("{cutout: {size: 2, count: 2, value: 9}}", {0, 1});
  ScriptedRandom random({0.3, 0.3, 0.9, 0.9});
  EXPECT_EQ(count(applied(*cut, Bytes(100, 1), {10, 10, 1}, random), 9), 8U);
}

TEST(Cutout, LargerThanTheImagePaintsWhatThereIs) {
  const auto cut = made("{cutout: {size: 50, value: 9}}", {0, 1});
  ScriptedRandom random({0.5});
  EXPECT_EQ(count(applied(*cut, Bytes(12, 1), {3, 4, 1}, random), 9), 12U);
}

TEST(Cutout, NeedsItsSize) {
  EXPECT_THAT([] { made("cutout"); }, ThrowsMessage<ConfigError>(HasSubstr("size")));
}

}  // namespace
}  // namespace trainer
