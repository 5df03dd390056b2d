#include "helpers.h"

namespace trainer::test {
namespace {

using testing::HasSubstr;

constexpr const char* kHtml = "<!DOCTYPE html>\n<html><body>404 Not Found</body></html>";
constexpr const char* kLfs =
    "version https://git-lfs.github.com/spec/v1\noid sha256:abc\nsize 12345\n";

TEST(BadFile, Case37EachHasAReasonThatAUserUnderstands) {
  EXPECT_THAT(refusal({}), HasSubstr("the file is empty (0 bytes)"));
  EXPECT_THAT(refusal({0x42}), HasSubstr("not an image"));
  EXPECT_THAT(refusal({0}), HasSubstr("only zero bytes"));
  EXPECT_THAT(refusal(to_bytes(kHtml)), HasSubstr("an HTML page, not an image"));
  EXPECT_THAT(refusal(to_bytes(kLfs)), HasSubstr("run `git lfs pull`"));
  EXPECT_THAT(refusal(to_bytes("GIF89a\x01")), HasSubstr("a GIF, which is not supported"));
}

TEST(BadFile, TheReasonFollowsTheNameOfTheFile) {
  DecodedImage image;
  try {
    decode_image(to_bytes(kHtml), 3, kDefaultMaxPixels, "a\nb/1.jpg", image);
    ADD_FAILURE() << "no error";
  } catch (const DataError& error) {
    EXPECT_THAT(error.what(), testing::StartsWith("a\\nb/1.jpg: "));
    EXPECT_EQ(error.path(), "a\nb/1.jpg");
  }
}

class EachFixture : public testing::TestWithParam<const char*> {};

TEST_P(EachFixture, IsBadWhenCut) {
  const Bytes whole = fixture(GetParam());
  for (const double share : {0.9, 0.5, 0.1, 0.02}) {
    EXPECT_NE(refusal(cut(whole, share)), "") << share;
  }
}

TEST_P(EachFixture, NeverCrashesWhenDamaged) {
  const Bytes whole = fixture(GetParam());
  DecodedImage image;
  for (std::size_t i = 0; i < whole.size(); i += 1 + whole.size() / 200) {
    Bytes bytes = whole;
    bytes[i] = static_cast<std::uint8_t>(bytes[i] ^ (1U << (i % 8)));
    try {
      decode_image(bytes, 3, 1'000'000, "x", image);
      EXPECT_LE(image.bytes() + DecodedImage::kPadding, image.pixels.size());
    } catch (const DataError& error) {
      EXPECT_THAT(error.what(), HasSubstr("cannot be decoded"));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats,
                         EachFixture,
                         testing::Values("jpeg_420.jpg",
                                         "jpeg_progressive.jpg",
                                         "jpeg_cmyk.jpg",
                                         "png_rgb.png",
                                         "png_palette.png",
                                         "webp_lossy.webp",
                                         "webp_lossless.webp",
                                         "webp_alpha.webp",
                                         "bmp_rgb.bmp",
                                         "bmp_palette.bmp",
                                         "tiff_rgb.tif",
                                         "tiff_lzw.tif",
                                         "tiff_jpeg.tif"));

}  // namespace
}  // namespace trainer::test
