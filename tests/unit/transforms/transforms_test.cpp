#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/transforms/center_crop.h"
#include "data/transforms/horizontal_flip.h"
#include "data/transforms/random_crop.h"
#include "data/transforms/resize.h"
#include "data/transforms/to_grayscale.h"
#include "unit/transforms/helpers.h"

namespace trainer {
namespace {

using testing::applied;
using ::testing::HasSubstr;
using testing::ScriptedRandom;
using ::testing::ThrowsMessage;

std::vector<std::uint8_t> counting(std::size_t n) {
  std::vector<std::uint8_t> pixels(n);
  std::iota(pixels.begin(), pixels.end(), std::uint8_t{1});
  return pixels;
}

TEST(Resize, OneNumberIsTheShorterSideAndTheLongerIsRoundedDown) {
  ResizeOptions options;
  options.size = std::vector<int>{256};
  const auto resize = make_resize({}, options);
  EXPECT_EQ(resize->output_shape({3000, 4000, 3}), (ImageShape{256, 341, 3}));
  EXPECT_EQ(resize->output_shape({4000, 3000, 3}), (ImageShape{341, 256, 3}));
  EXPECT_EQ(resize->output_shape({375, 500, 3}), (ImageShape{256, 341, 3}));
  EXPECT_EQ(resize->output_shape({100, 100, 1}), (ImageShape{256, 256, 1}));
  EXPECT_EQ(resize->output_shape({0, 0, 3}), (ImageShape{0, 0, 3}));
}

TEST(Resize, TwoNumbersAreHeightAndWidth) {
  ResizeOptions options;
  options.size = std::vector<int>{20, 30};
  EXPECT_EQ(make_resize({}, options)->output_shape({99, 7, 3}), (ImageShape{20, 30, 3}));
}

TEST(Resize, RefusesAnAbsurdlyLongSide) {
  ResizeOptions options;
  options.size = std::vector<int>{60000};
  const auto resize = make_resize({}, options);
  EXPECT_THAT(
      [&] {
        resize->output_shape({1, 65000, 3});
      },
      ThrowsMessage<DataError>(HasSubstr("65000x1")));
}

TEST(Resize, TakesALeftOutSizeFromImageSize) {
  EXPECT_EQ(make_resize({96, 3}, {})->output_shape({10, 10, 3}), (ImageShape{96, 96, 3}));
  EXPECT_THAT([] { make_resize({}, {}); },
              ThrowsMessage<UsageError>(HasSubstr("data.image_size is not set")));
}

TEST(CenterCrop, RoundsHalfPixelsToEven) {
  CenterCropOptions options;
  options.size = std::vector<int>{1, 2};
  const auto crop = make_center_crop({}, options);
  ScriptedRandom random({0.5});
  // (5 - 2) / 2 = 1.5 becomes 2, (3 - 2) / 2 = 0.5 becomes 0.
  EXPECT_EQ(applied(*crop, counting(5), {1, 5, 1}, random), (std::vector<std::uint8_t>{3, 4}));
  EXPECT_EQ(applied(*crop, counting(3), {1, 3, 1}, random), (std::vector<std::uint8_t>{1, 2}));
}

TEST(CenterCrop, PutsZerosAroundASmallerImage) {
  CenterCropOptions options;
  options.size = std::vector<int>{4, 5};
  const auto crop = make_center_crop({}, options);
  ScriptedRandom random({0.5});
  EXPECT_EQ(applied(*crop, counting(4), {2, 2, 1}, random),
            (std::vector<std::uint8_t>{0, 0, 0, 0, 0,  //
                                       0, 1, 2, 0, 0,  //
                                       0, 3, 4, 0, 0,  //
                                       0, 0, 0, 0, 0}));
}

TEST(CenterCrop, PadsOneSideAndCutsTheOther) {
  CenterCropOptions options;
  options.size = std::vector<int>{3, 2};
  const auto crop = make_center_crop({}, options);
  ScriptedRandom random({0.5});
  EXPECT_EQ(applied(*crop, counting(4), {1, 4, 1}, random),
            (std::vector<std::uint8_t>{0, 0, 2, 3, 0, 0}));
}

RandomCropOptions crop_options(std::vector<int> size,
                               std::vector<int> padding,
                               const char* mode = "constant") {
  RandomCropOptions options;
  options.size = std::move(size);
  options.padding = std::move(padding);
  options.padding_mode = mode;
  return options;
}

TEST(RandomCrop, CutsAtTheDrawnPlace) {
  const auto crop = make_random_crop({0, 1}, crop_options({2}, {0}));
  ScriptedRandom random({0.99, 0.0});  // last row, first column
  EXPECT_EQ(applied(*crop, counting(9), {3, 3, 1}, random),
            (std::vector<std::uint8_t>{4, 5, 7, 8}));
}

TEST(RandomCrop, PadsWithTheFillOfEachChannel) {
  RandomCropOptions options = crop_options({1, 2}, {1});
  options.fill = {7, 8, 9};
  const auto crop = make_random_crop({0, 3}, options);
  ScriptedRandom random({0.5, 0.0});
  EXPECT_EQ(applied(*crop, {1, 2, 3}, {1, 1, 3}, random),
            (std::vector<std::uint8_t>{7, 8, 9, 1, 2, 3}));
}

TEST(RandomCrop, ReflectsWithoutAndWithTheBorderPixel) {
  ScriptedRandom random({0.0});
  const auto row = [&](const char* mode) {
    const auto crop = make_random_crop({0, 1}, crop_options({1, 9}, {3, 0}, mode));
    return applied(*crop, {1, 2, 3}, {1, 3, 1}, random);
  };
  EXPECT_EQ(row("reflect"), (std::vector<std::uint8_t>{2, 3, 2, 1, 2, 3, 2, 1, 2}));
  EXPECT_EQ(row("symmetric"), (std::vector<std::uint8_t>{3, 2, 1, 1, 2, 3, 3, 2, 1}));
  EXPECT_EQ(row("edge"), (std::vector<std::uint8_t>{1, 1, 1, 1, 2, 3, 3, 3, 3}));
  EXPECT_EQ(row("constant"), (std::vector<std::uint8_t>{0, 0, 0, 1, 2, 3, 0, 0, 0}));
}

TEST(RandomCrop, PadsAnImageThatIsSmallerByWhatItLacks) {
  const auto crop = make_random_crop({0, 1}, crop_options({1, 3}, {0}));
  ScriptedRandom first({0.0, 0.0});
  EXPECT_EQ(applied(*crop, {9}, {1, 1, 1}, first), (std::vector<std::uint8_t>{0, 0, 9}));
  ScriptedRandom last({0.0, 0.99});
  EXPECT_EQ(applied(*crop, {9}, {1, 1, 1}, last), (std::vector<std::uint8_t>{9, 0, 0}));
}

TEST(RandomCrop, FourPaddingsAreLeftAboveRightBelow) {
  const auto crop = make_random_crop({0, 1}, crop_options({1, 4}, {1, 0, 2, 0}));
  ScriptedRandom random({0.0, 0.0});
  EXPECT_EQ(applied(*crop, {9}, {1, 1, 1}, random), (std::vector<std::uint8_t>{0, 9, 0, 0}));
}

TEST(RandomCrop, RefusesThreePaddingsAndAFillOfAnotherLength) {
  EXPECT_THAT(
      [] {
        make_random_crop({0, 3}, crop_options({4}, {1, 2, 3}));
      },
      ThrowsMessage<UsageError>(HasSubstr("1, 2 or 4 numbers, got 3")));
  RandomCropOptions options = crop_options({4}, {1});
  options.fill = {1, 2};
  EXPECT_THAT(
      [&] {
        make_random_crop({0, 3}, options);
      },
      ThrowsMessage<UsageError>(HasSubstr("3 channels, got 2")));
}

TEST(HorizontalFlip, MirrorsBelowItsProbability) {
  const auto flip = make_horizontal_flip({});
  ScriptedRandom yes({0.49});
  ScriptedRandom no({0.5});
  EXPECT_EQ(applied(*flip, {1, 2, 3}, {1, 3, 1}, yes), (std::vector<std::uint8_t>{3, 2, 1}));
  EXPECT_EQ(applied(*flip, {1, 2, 3}, {1, 3, 1}, no), (std::vector<std::uint8_t>{1, 2, 3}));
  EXPECT_TRUE(flip->is_random());
}

TEST(ToGrayscale, GivesPillowsLuma) {
  // Image.convert("L") of pure and mixed colours.
  const std::vector<std::uint8_t> rgb = {255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 200, 30};
  ScriptedRandom random({0.5});
  ToGrayscaleOptions one;
  one.num_output_channels = 1;
  EXPECT_EQ(applied(*make_to_grayscale({0, 3}, one), rgb, {1, 4, 3}, random),
            (std::vector<std::uint8_t>{76, 150, 29, 124}));
  EXPECT_EQ(applied(*make_to_grayscale({0, 3}, {}), {255, 0, 0}, {1, 1, 3}, random),
            (std::vector<std::uint8_t>{76, 76, 76}));
  ToGrayscaleOptions two;
  two.num_output_channels = 2;
  EXPECT_THAT(
      [&] {
        make_to_grayscale({0, 3}, two);
      },
      ThrowsMessage<UsageError>(HasSubstr("1 or 3, got 2")));
}

}  // namespace
}  // namespace trainer
