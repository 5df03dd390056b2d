#include "data/check/header_facts.h"

#include <filesystem>

#include "data/decode/sniff.h"
#include "unit/decode/helpers.h"

namespace trainer::test {
namespace {

HeaderFacts facts_of(const std::string& name) {
  const Bytes bytes = fixture(name);
  return read_header_facts(bytes, *sniff_image_format(bytes));
}

TEST(HeaderFacts, OfJpeg) {
  EXPECT_TRUE(facts_of("jpeg_gray.jpg").gray);
  EXPECT_TRUE(facts_of("jpeg_gray_progressive.jpg").gray);
  EXPECT_TRUE(facts_of("jpeg_cmyk.jpg").cmyk);
  const HeaderFacts plain = facts_of("jpeg_420.jpg");
  EXPECT_FALSE(plain.gray || plain.cmyk || plain.turned || plain.alpha || plain.deep);
}

TEST(HeaderFacts, OfPng) {
  EXPECT_TRUE(facts_of("png_gray.png").gray);
  EXPECT_TRUE(facts_of("png_gray_16.png").deep);
  EXPECT_TRUE(facts_of("png_rgb_16.png").deep);
  EXPECT_TRUE(facts_of("png_gray_alpha.png").alpha);
  EXPECT_TRUE(facts_of("png_rgba.png").alpha);
  EXPECT_TRUE(facts_of("png_rgb_transparent_color.png").alpha);
  EXPECT_TRUE(facts_of("png_palette.png").palette);
  EXPECT_FALSE(facts_of("png_palette.png").alpha);
  EXPECT_TRUE(facts_of("png_palette_transparent.png").alpha);
  const HeaderFacts plain = facts_of("png_rgb.png");
  EXPECT_FALSE(plain.gray || plain.palette || plain.deep || plain.alpha || plain.several);
}

TEST(HeaderFacts, OfWebpBmpAndTiff) {
  EXPECT_TRUE(facts_of("webp_alpha.webp").alpha);
  EXPECT_TRUE(facts_of("webp_alpha_lossless.webp").alpha);
  EXPECT_FALSE(facts_of("webp_lossy.webp").alpha);
  EXPECT_TRUE(facts_of("bmp_palette.bmp").palette);
  EXPECT_FALSE(facts_of("bmp_rgb.bmp").palette);
  EXPECT_TRUE(facts_of("tiff_cmyk.tif").cmyk);
  EXPECT_TRUE(facts_of("tiff_gray.tif").gray);
  EXPECT_TRUE(facts_of("tiff_gray_16.tif").deep);
  EXPECT_TRUE(facts_of("tiff_palette.tif").palette);
  EXPECT_TRUE(facts_of("tiff_rgba.tif").alpha);
  EXPECT_FALSE(facts_of("tiff_rgb.tif").several);
  // Its orientation is followed, so there is nothing to say.
  EXPECT_FALSE(facts_of("tiff_turned.tif").turned);
}

TEST(HeaderFacts, OfEveryPieceOfEveryFileAreHarmless) {
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(TRAINER_TEST_FILES) + "/decode")) {
    const Bytes bytes = read_bytes(entry.path());
    const auto format = sniff_image_format(bytes);
    if (!format) continue;
    for (std::size_t length = 0; length < std::min<std::size_t>(bytes.size(), 600); ++length) {
      // A copy of its own, so that a sanitizer sees a read past the end.
      const Bytes piece(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
      read_header_facts(piece, *format);
    }
  }
}

}  // namespace
}  // namespace trainer::test
