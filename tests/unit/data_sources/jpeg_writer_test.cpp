#include "data/packed/jpeg_writer.h"

#include "data/decode/decode.h"
#include "data/decode/orientation.h"
#include "helpers.h"
#include "unit/decode/helpers.h"
#include "unit/transforms/helpers.h"

namespace trainer::test {
namespace {

using Bytes = std::vector<std::uint8_t>;

std::vector<std::uint8_t> pixels_of(std::span<const std::uint8_t> file, int channels) {
  DecodedImage image;
  decode_image(file, channels, kDefaultMaxPixels, "test", image);
  image.pixels.resize(image.bytes());
  return image.pixels;
}

/// Whether a frame of this kind starts in the file: 0xC0 baseline, 0xC2 progressive.
bool has_frame(const Bytes& file, std::uint8_t kind) {
  for (std::size_t i = 0; i + 1 < file.size(); ++i) {
    if (file[i] == 0xFF && file[i + 1] == kind) return true;
  }
  return false;
}

Bytes smooth(int height, int width, int channels) {
  Bytes pixels;
  for (int i = 0; i < height * width * channels; ++i) {
    pixels.push_back(static_cast<std::uint8_t>(i / channels % width * 2 + i % channels * 20));
  }
  return pixels;
}

void append_segment(Bytes& file, std::uint8_t marker, const Bytes& content) {
  const std::size_t length = content.size() + 2;
  for (const std::size_t byte :
       {std::size_t{0xFF}, std::size_t{marker}, length >> 8, length & 255}) {
    file.push_back(static_cast<std::uint8_t>(byte));
  }
  file.insert(file.end(), content.begin(), content.end());
}

/// A progressive image of two blocks, the difference of whose levels no baseline JPEG can hold, and
/// so much else in it that the result outgrows its first memory before that is found out.
Bytes not_for_baseline() {
  Bytes file = {0xFF, 0xD8};
  for (int i = 0; i < 2; ++i) append_segment(file, 0xE2, Bytes(60000, 'X'));
  Bytes table(65, 1);
  table[0] = 0;
  append_segment(file, 0xDB, table);
  append_segment(file, 0xC2, {8, 0, 8, 0, 16, 1, 1, 0x11, 0});
  Bytes codes(19, 0);
  codes[1] = codes[2] = 1;
  codes[17] = 1;
  append_segment(file, 0xC4, codes);
  append_segment(file, 0xDA, {1, 1, 0, 0, 0, 13});
  for (const std::uint8_t byte : Bytes{0x4F, 0xFF, 0xD9}) file.push_back(byte);
  return file;
}

TEST(JpegWriter, AnImageThatBaselineCannotHoldStaysAsItIs) {
  const Bytes file = not_for_baseline();
  EXPECT_EQ(pixels_of(file, 1).size(), 16U * 8);
  EXPECT_FALSE(make_jpeg_baseline(file).has_value());
}

TEST(JpegWriter, EncodesWhatDecodesToNearlyTheSame) {
  for (const int channels : {1, 3}) {
    const Bytes pixels = smooth(37, 53, channels);
    Bytes file;
    encode_jpeg(testing::view(pixels.data(), 37, 53, channels), 95, 1, file);
    EXPECT_TRUE(has_frame(file, 0xC0));
    const Bytes back = pixels_of(file, channels);
    ASSERT_EQ(back.size(), pixels.size());
    for (std::size_t i = 0; i < back.size(); ++i) ASSERT_NEAR(back[i], pixels[i], 24) << i;
  }
}

TEST(JpegWriter, SubsamplesTheColoursByTwo) {
  const Bytes pixels = smooth(16, 16, 3);
  Bytes file;
  encode_jpeg(testing::view(pixels.data(), 16, 16, 3), 90, 1, file);
  const Bytes frame = {0xFF, 0xC0, 0, 17, 8, 0, 16, 0, 16, 3, 1, 0x22};
  EXPECT_NE(std::search(file.begin(), file.end(), frame.begin(), frame.end()), file.end());
}

TEST(JpegWriter, KeepsTheOrientation) {
  const Bytes pixels = smooth(8, 8, 3);
  for (int orientation = 1; orientation <= 8; ++orientation) {
    Bytes file;
    encode_jpeg(testing::view(pixels.data(), 8, 8, 3), 90, orientation, file);
    EXPECT_EQ(exif_orientation(file, ImageFormat::jpeg), orientation);
  }
}

TEST(JpegBaseline, KeepsThePixelsOfProgressiveFiles) {
  for (const char* name : {"jpeg_progressive.jpg", "jpeg_gray_progressive.jpg"}) {
    const Bytes file = fixture(name);
    ASSERT_TRUE(has_frame(file, 0xC2)) << name;
    const auto baseline = make_jpeg_baseline(file);
    ASSERT_TRUE(baseline) << name;
    EXPECT_TRUE(has_frame(*baseline, 0xC0));
    EXPECT_FALSE(has_frame(*baseline, 0xC2));
    for (const int channels : {1, 3}) {
      EXPECT_EQ(pixels_of(*baseline, channels), pixels_of(file, channels)) << name;
    }
  }
}

TEST(JpegBaseline, LeavesOthersAlone) {
  for (const char* name : {"jpeg_420.jpg", "jpeg_cmyk.jpg", "jpeg_gray.jpg", "png_rgb.png"}) {
    EXPECT_FALSE(make_jpeg_baseline(fixture(name))) << name;
  }
  EXPECT_FALSE(make_jpeg_baseline({}));
}

TEST(JpegBaseline, SurvivesDamage) {
  const Bytes file = fixture("jpeg_progressive.jpg");
  for (std::size_t i = 0; i < file.size(); i += 3) {
    Bytes changed = file;
    changed[i] = static_cast<std::uint8_t>(changed[i] ^ 0x41);
    make_jpeg_baseline(changed);
    make_jpeg_baseline(std::span(file).first(i));
  }
}

}  // namespace
}  // namespace trainer::test
