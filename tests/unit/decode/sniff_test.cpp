#include "data/decode/sniff.h"

#include "helpers.h"

namespace trainer::test {
namespace {

using testing::HasSubstr;
using testing::Optional;

TEST(Sniff, ContentDecidesTheFormat) {
  EXPECT_THAT(sniff_image_format(fixture("jpeg_gray.jpg")), Optional(ImageFormat::jpeg));
  EXPECT_THAT(sniff_image_format(fixture("png_rgb.png")), Optional(ImageFormat::png));
  EXPECT_THAT(sniff_image_format(fixture("webp_lossy.webp")), Optional(ImageFormat::webp));
  EXPECT_THAT(sniff_image_format(fixture("bmp_rgb.bmp")), Optional(ImageFormat::bmp));
  EXPECT_THAT(sniff_image_format(fixture("tiff_rgb.tif")), Optional(ImageFormat::tiff));
  EXPECT_EQ(sniff_image_format({}), std::nullopt);
  EXPECT_EQ(sniff_image_format(to_bytes("\xff\xd8")), std::nullopt);
}

TEST(Sniff, NamesWhatForeignContentIs) {
  const auto describe = [](std::string_view text) {
    return describe_foreign_content(to_bytes(text));
  };
  EXPECT_THAT(describe(std::string_view("\0\0\0\x20"
                                        "ftypavif",
                                        12)),
              HasSubstr("AVIF"));
  EXPECT_THAT(describe(std::string_view("\0\0\0\x20"
                                        "ftypheic",
                                        12)),
              HasSubstr("HEIC"));
  EXPECT_THAT(describe("%PDF-1.7"), HasSubstr("PDF"));
  EXPECT_THAT(describe("PK\x03\x04"), HasSubstr("zip archive"));
  EXPECT_THAT(describe("  <svg xmlns='x'/>"), HasSubstr("SVG"));
  EXPECT_THAT(describe("just words\n"), HasSubstr("text (\"just words\")"));
  EXPECT_THAT(describe("\x01\x02\x03"), HasSubstr("unknown content, 3 bytes long"));
}

TEST(ImageInfo, ReadsSizesWithoutDecoding) {
  for (const char* name : {"jpeg_progressive.jpg",
                           "png_rgb.png",
                           "webp_lossy.webp",
                           "webp_lossless.webp",
                           "webp_alpha.webp",
                           "bmp_gray.bmp",
                           "tiff_lzw.tif"}) {
    const Bytes bytes = fixture(name);
    const ImageInfo info = read_image_info(bytes);
    EXPECT_EQ(info.width, 29) << name;
    EXPECT_EQ(info.height, 23) << name;
    EXPECT_LE(info.least_bytes, static_cast<std::int64_t>(bytes.size())) << name;
  }
}

}  // namespace
}  // namespace trainer::test
