#include "data/packed/image_packer.h"

#include "data/decode/decode.h"
#include "data/decode/orientation.h"
#include "data/packed/jpeg_writer.h"
#include "helpers.h"
#include "unit/decode/helpers.h"
#include "unit/transforms/helpers.h"

namespace trainer::test {
namespace {

using Bytes = std::vector<std::uint8_t>;
using ::testing::HasSubstr;

SourceImage file_image(Bytes bytes) {
  SourceImage image;
  image.bytes = std::move(bytes);
  return image;
}

PackedImage packed(const ImagePackOptions& options, SourceImage source) {
  PackedImage out;
  ImagePacker(options).pack(std::move(source), "a.jpg", out);
  return out;
}

Bytes content(const PackedImage& image) {
  return {image.image.content().begin(), image.image.content().end()};
}

DecodedImage decoded(const Bytes& file, int channels = 3) {
  DecodedImage image;
  decode_image(file, channels, kDefaultMaxPixels, "test", image);
  image.pixels.resize(image.bytes());
  return image;
}

Bytes jpeg(int height, int width, int channels = 3, int orientation = 1) {
  const Bytes pixels = testing::noise(height, width, channels, 2);
  Bytes file;
  encode_jpeg(testing::view(pixels.data(), height, width, channels), 90, orientation, file);
  return file;
}

TEST(ImagePacker, KeepsWhatNeedNotChangeByteForByte) {
  for (const char* name :
       {"jpeg_420.jpg", "jpeg_cmyk.jpg", "png_rgb.png", "webp_lossy.webp", "tiff_lzw.tif"}) {
    const Bytes file = fixture(name);
    const PackedImage out = packed({.max_side = 29}, file_image(file));
    EXPECT_EQ(content(out), file) << name;
    EXPECT_TRUE(out.image.encoded);
    EXPECT_FALSE(out.shrunk);
    EXPECT_FALSE(out.baseline);
  }
}

TEST(ImagePacker, MakesProgressiveFilesBaselineWithTheSamePixels) {
  const Bytes file = fixture("jpeg_progressive.jpg");
  const PackedImage out = packed({}, file_image(file));
  EXPECT_TRUE(out.baseline);
  EXPECT_FALSE(out.shrunk);
  EXPECT_NE(content(out), file);
  EXPECT_EQ(decoded(content(out)).pixels, decoded(file).pixels);
}

TEST(ImagePacker, ShrinksTheLongerSideOfLargerImages) {
  for (const auto& [height, width, new_height, new_width] :
       {std::array{60, 90, 33, 50}, {90, 61, 50, 34}, {51, 51, 50, 50}, {400, 1, 50, 1}}) {
    const PackedImage out = packed({.max_side = 50}, file_image(jpeg(height, width)));
    EXPECT_TRUE(out.shrunk);
    const DecodedImage small = decoded(content(out));
    EXPECT_EQ(small.height, new_height);
    EXPECT_EQ(small.width, new_width);
  }
}

TEST(ImagePacker, KeepsTheOrientationOfAShrunkImage) {
  const PackedImage out = packed({.max_side = 50}, file_image(jpeg(60, 90, 3, 6)));
  EXPECT_EQ(exif_orientation(content(out), ImageFormat::jpeg), 6);
}

TEST(ImagePacker, TurnsPixelsUprightWhenToldTo) {
  const Bytes file = jpeg(20, 30, 3, 6);
  const PackedImage as_stored = packed({.raw = true}, file_image(file));
  const PackedImage upright = packed({.raw = true, .exif = true}, file_image(file));
  EXPECT_EQ(as_stored.image.width, 30);
  EXPECT_EQ(upright.image.width, 20);
  EXPECT_EQ(upright.image.height, 30);
}

TEST(ImagePacker, StoresGrayOnesWithoutColours) {
  const PackedImage gray = packed({.max_side = 50}, file_image(jpeg(60, 90, 1)));
  const PackedImage color = packed({.max_side = 50}, file_image(jpeg(60, 90, 3)));
  const Bytes one_component = {0xFF, 0xC0, 0, 11}, three_components = {0xFF, 0xC0, 0, 17};
  const auto has = [](const Bytes& file, const Bytes& part) {
    return std::search(file.begin(), file.end(), part.begin(), part.end()) != file.end();
  };
  EXPECT_TRUE(has(content(gray), one_component));
  EXPECT_TRUE(has(content(color), three_components));
  EXPECT_EQ(decoded(content(gray), 3).width, 50);
}

TEST(ImagePacker, StoresPixelsAsTheDecoderGivesThem) {
  const Bytes file = fixture("jpeg_420.jpg");
  for (const int channels : {1, 3}) {
    const PackedImage out = packed({.raw = true, .channels = channels}, file_image(file));
    EXPECT_FALSE(out.image.encoded);
    EXPECT_EQ(out.image.height, 23);
    EXPECT_EQ(out.image.width, 29);
    EXPECT_EQ(out.image.channels, channels);
    EXPECT_EQ(content(out), decoded(file, channels).pixels);
    EXPECT_FALSE(out.shrunk);
  }
}

TEST(ImagePacker, ShrinksPixelsAsTheTransformResizeDoes) {
  const Bytes file = jpeg(60, 91);
  const PackedImage out = packed({.raw = true, .size = 40}, file_image(file));
  EXPECT_TRUE(out.shrunk);
  EXPECT_EQ(out.image.height, 40);
  EXPECT_EQ(out.image.width, 60);
  PipelineOptions options;
  options.channels = 3;
  options.key = "transforms.val";
  const auto pipeline =
      make_pipeline(testing::components("[{resize: 40}, {center_crop: [40, 60]}]"), options);
  Bytes expected(40 * 60 * 3);
  pipeline->run(file_image(file), "a", {}, expected.data());
  EXPECT_EQ(content(out), expected);
  EXPECT_FALSE(packed({.raw = true, .size = 60}, file_image(file)).shrunk);
}

TEST(ImagePacker, TakesPixelsOfTheSourceAsTheyAre) {
  const Bytes pixels = testing::noise(4, 6, 1, 2);
  const PackedImage kept = packed({}, testing::raw_image(pixels, 4, 6, 1));
  EXPECT_FALSE(kept.image.encoded);
  EXPECT_EQ(content(kept), pixels);
  const PackedImage raw = packed({.raw = true}, testing::raw_image(pixels, 4, 6, 1));
  EXPECT_EQ(raw.image.channels, 1);
  EXPECT_EQ(content(raw), pixels);
}

TEST(ImagePacker, NamesABadImage) {
  Bytes file = fixture("jpeg_420.jpg");
  file.resize(file.size() / 2);
  for (const bool raw : {false, true}) {
    const std::string message = data_error([&] { packed({.raw = raw}, file_image(file)); });
    EXPECT_THAT(message, ::testing::StartsWith("a.jpg: "));
    EXPECT_THAT(message, HasSubstr("truncated"));
  }
}

}  // namespace
}  // namespace trainer::test
