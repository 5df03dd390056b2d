#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "base/random.h"
#include "unit/decode/helpers.h"
#include "unit/decode/jpeg_files.h"

namespace trainer {
namespace {

namespace fs = std::filesystem;
using test::Bytes;
using test::encode;
using test::picture;

DecodedImage decode_box(const Bytes& bytes, const Box& box, int channels, int shrink = 1) {
  DecodedImage image;
  decode_part(bytes, read_image_info(bytes), {channels, kDefaultMaxPixels, box, shrink}, image);
  return image;
}

/// Whether the delivered pixels hold the box and are those of the whole image.
void expect_part(const DecodedImage& part, const DecodedImage& whole, const Box& box) {
  ASSERT_LE(part.x, box.x);
  ASSERT_LE(part.y, box.y);
  ASSERT_GE(part.x + part.width, box.x + box.width);
  ASSERT_GE(part.y + part.height, box.y + box.height);
  const auto channels = static_cast<std::size_t>(whole.channels);
  for (int y = box.y; y < box.y + box.height; ++y) {
    const auto at = [&](const DecodedImage& image) {
      return image.pixels.begin() +
             static_cast<std::ptrdiff_t>(
                 (static_cast<std::size_t>(y - image.y) * static_cast<std::size_t>(image.width) +
                  static_cast<std::size_t>(box.x - image.x)) *
                 channels);
    };
    const auto row = static_cast<std::ptrdiff_t>(box.width) * whole.channels;
    ASSERT_TRUE(std::equal(at(part), at(part) + row, at(whole)))
        << "row " << y << " of " << box.width << "x" << box.height << " at " << box.x << ","
        << box.y << " in " << whole.width << "x" << whole.height;
  }
}

void expect_parts(const Bytes& bytes, int channels, int count, std::uint64_t seed) {
  const DecodedImage whole = test::decode(bytes, channels);
  Random random({.seed = seed, .use = RandomUse::synthetic});
  const auto up_to = [&](int bound) {
    return static_cast<int>(random.below(static_cast<std::uint64_t>(bound)));
  };
  for (int i = 0; i < count; ++i) {
    Box box;
    box.width = 1 + up_to(whole.width);
    box.height = 1 + up_to(whole.height);
    box.x = up_to(whole.width - box.width + 1);
    box.y = up_to(whole.height - box.height + 1);
    expect_part(decode_box(bytes, box, channels), whole, box);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(JpegPart, IsThatPartOfTheWholeImageForEverySampling) {
  std::uint64_t seed = 1;
  for (const auto& [h, v] :
       std::vector<std::pair<int, int>>{{1, 1}, {2, 1}, {2, 2}, {1, 2}, {4, 1}, {4, 2}, {2, 4}}) {
    for (const auto& [width, height] :
         std::vector<std::pair<int, int>>{{200, 150}, {97, 131}, {33, 17}, {16, 240}, {5, 3}}) {
      SCOPED_TRACE(testing::Message() << h << "x" << v << ", " << width << "x" << height);
      const Bytes pixels = picture(width, height, ++seed);
      expect_parts(encode(pixels, width, height, {h, v}), 3, 12, seed);
      expect_parts(encode(pixels, width, height, {h, v}), 1, 4, seed);
      expect_parts(encode(pixels, width, height, {h, v, 3, false, 1}), 3, 4, seed);
      expect_parts(encode(pixels, width, height, {h, v, 3, true}), 3, 2, seed);
    }
  }
}

/// How a part lies to the blocks of 8 and 16 pixels decides what is decoded around it.
TEST(JpegPart, IsExactHoweverItLiesToTheBlocks) {
  constexpr int kWidth = 83, kHeight = 71;
  const Bytes pixels = picture(kWidth, kHeight, 11);
  for (const auto& [h, v] : std::vector<std::pair<int, int>>{{1, 1}, {2, 1}, {2, 2}}) {
    const Bytes bytes = encode(pixels, kWidth, kHeight, {h, v});
    const DecodedImage whole = test::decode(bytes, 3);
    for (int x = 0; x < 48; ++x) {
      for (const int size : {1, 2, 15, 16, 17, 33}) {
        expect_part(decode_box(bytes, {x, x % 37, size, 18}, 3), whole, {x, x % 37, size, 18});
        expect_part(decode_box(bytes, {x % 37, x, 18, std::min(size, kHeight - x)}, 3),
                    whole,
                    {x % 37, x, 18, std::min(size, kHeight - x)});
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(JpegPart, GrayImagesToo) {
  const Bytes pixels = picture(120, 90, 3);
  const Bytes gray(pixels.begin(), pixels.begin() + 120 * 90);
  expect_parts(encode(gray, 120, 90, {1, 1, 1}), 1, 20, 5);
  expect_parts(encode(gray, 120, 90, {1, 1, 1}), 3, 20, 6);
}

TEST(JpegPart, DecodesLessThanTheWholeImage) {
  const Bytes bytes = encode(picture(400, 300, 2), 400, 300, {});
  const DecodedImage part = decode_box(bytes, {200, 150, 40, 30}, 3);
  EXPECT_LE(part.width, 40 + 2 * 17);
  EXPECT_LE(part.height, 30 + 17);
  EXPECT_GT(part.x, 0);
  EXPECT_GT(part.y, 0);
  const DecodedImage progressive =
      decode_box(encode(picture(400, 300, 2), 400, 300, {2, 2, 3, true}), {200, 150, 40, 30}, 3);
  EXPECT_EQ(progressive.width, 400);
}

TEST(JpegPart, OfRealPhotosIsExact) {
  const char* folder = std::getenv("TRAINER_TEST_DATA");
  if (folder == nullptr) GTEST_SKIP() << "TRAINER_TEST_DATA is not set";
  std::vector<std::string> files;
  for (const auto& entry :
       fs::directory_iterator(fs::path(folder) / "clothing-small" / "test" / "shoes")) {
    files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  ASSERT_GE(files.size(), 20U);
  for (std::size_t i = 0; i < 20; ++i) {
    SCOPED_TRACE(files[i]);
    expect_parts(test::read_bytes(files[i]), 3, 12, i);
  }
}

TEST(JpegPart, ABrokenOffFileIsNoticedWhateverPartIsWanted) {
  const Bytes bytes = encode(picture(400, 300, 2), 400, 300, {});
  for (const double share : {0.5, 0.9, 0.98}) {
    EXPECT_THROW(decode_box(test::cut(bytes, share), {0, 0, 20, 20}, 3), DataError) << share;
  }
}

TEST(JpegPart, ShrunkImagesAreNearTheReducedOnes) {
  const Bytes bytes = encode(picture(203, 149, 2), 203, 149, {});
  ASSERT_TRUE(can_shrink(bytes, read_image_info(bytes)));
  for (const int shrink : {2, 4, 8}) {
    const int width = (203 + shrink - 1) / shrink, height = (149 + shrink - 1) / shrink;
    const DecodedImage whole = decode_box(bytes, {0, 0, width, height}, 3, shrink);
    EXPECT_EQ(whole.shrink, shrink);
    ASSERT_GE(whole.width, width);
    const Box box = {width / 3, height / 3, width / 3, height / 3};
    const DecodedImage part = decode_box(bytes, box, 3, shrink);
    EXPECT_LE(part.x, box.x);
    EXPECT_GE(part.x + part.width, box.x + box.width);
  }
  EXPECT_FALSE(
      can_shrink(test::fixture("png_rgb.png"), read_image_info(test::fixture("png_rgb.png"))));
}

}  // namespace
}  // namespace trainer
