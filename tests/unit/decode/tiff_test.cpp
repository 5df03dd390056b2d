#include "data/decode/tiff_header.h"
#include "made_tiff.h"

namespace trainer::test {
namespace {

using ::testing::HasSubstr;

Bytes tiled(std::uint32_t width, std::uint32_t height) {
  return make_tiff({{256, 13},
                    {257, 9},
                    {258, 8},
                    {259, 1},
                    {262, 1},
                    {277, 1},
                    {322, width},
                    {323, height},
                    {324, 8},
                    {325, 256}},
                   Bytes(256, 7));
}

TEST(Tiff, TilesAboveTheLimitAreRefusedHoweverSmallTheImage) {
  EXPECT_THAT(refusal(tiled(7041664, 16)), HasSubstr("tiles of 7041664 x 16 pixels"));
  EXPECT_THAT(refusal(tiled(16, 7041664)), HasSubstr("tiles of 16 x 7041664 pixels"));
  EXPECT_THAT(refusal(tiled(65520, 65520)), HasSubstr("the limit is 178956970"));
}

TEST(Tiff, TilesAreReadOrTheMessageSaysThatTheyAreWhy) {
  DecodedImage image;
  try {
    decode_image(tiled(16, 16), 1, kDefaultMaxPixels, "tiled.tif", image);
    EXPECT_EQ(pixel(image, 12, 8)[0], 7);
  } catch (const DataError& error) {
    EXPECT_THAT(error.what(), HasSubstr("TIFF in tiles, which"));
  }
}

TEST(Tiff, AStripMaySayThatItHasMoreRowsThanTheImage) {
  const DecodedImage expected = decode(make_gray_tiff(13, 9, 9), 1);
  EXPECT_EQ(pixel(expected, 1, 0)[0], 7);
  for (const std::uint32_t rows : {10U, 65535U, 30'000'000U, 0x7fffffffU, 0xffffffffU}) {
    const DecodedImage image = decode(make_gray_tiff(13, 9, rows), 1);
    EXPECT_EQ(image.height, 9) << rows;
    EXPECT_EQ(image.pixels, expected.pixels) << rows;
  }
}

TEST(Tiff, OnlyTheStripsOfTheCopyAreShortened) {
  const Bytes tall = make_gray_tiff(13, 9, 30'000'000), plain = make_gray_tiff(13, 9, 9);
  Bytes scratch;
  const auto changed = tiff_for_decoder(tall, scratch);
  EXPECT_EQ(Bytes(changed.begin(), changed.end()), plain);
  EXPECT_EQ(tiff_for_decoder(plain, scratch).data(), plain.data());
}

TEST(Tiff, SizesOfATypeThatIsNotThatOfSizesAreRefused) {
  for (const std::uint16_t type : std::vector<std::uint16_t>{1, 5, 16}) {
    const Bytes file =
        make_tiff({{256, 8, type}, {257, 1}, {258, 8}, {273, 8}, {279, 8}}, Bytes(8));
    EXPECT_THAT(refusal(file), HasSubstr("tag 256 has the type " + std::to_string(type)));
  }
}

}  // namespace
}  // namespace trainer::test
