#include "data/decode/orientation.h"

#include <zlib.h>

#include "data/decode/png_writer.h"
#include "unit/base/temp_folder.h"
#include "unit/decode/helpers.h"

namespace trainer {
namespace {

using test::Bytes;

constexpr int kHeight = 3, kWidth = 5;

std::uint8_t upright_pixel(int y, int x) {
  return static_cast<std::uint8_t>(10 * y + x + 1);
}

/// The upright picture as a camera stores it: what its row 0 and column 0 show is in EXIF's table
/// of the tag Orientation.
Bytes stored(int orientation, int& height, int& width) {
  const bool swap = orientation >= 5;
  height = swap ? kWidth : kHeight;
  width = swap ? kHeight : kWidth;
  Bytes pixels;
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      const int along_height = swap ? column : row, along_width = swap ? row : column;
      const bool from_bottom =
          orientation == 3 || orientation == 4 || orientation == 7 || orientation == 8;
      const bool from_right =
          orientation == 2 || orientation == 3 || orientation == 6 || orientation == 7;
      pixels.push_back(upright_pixel(from_bottom ? kHeight - 1 - along_height : along_height,
                                     from_right ? kWidth - 1 - along_width : along_width));
    }
  }
  return pixels;
}

Bytes exif_block(int orientation, bool little) {
  const auto low = static_cast<std::uint8_t>(orientation);
  if (little) return {'I', 'I', 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, low, 0, 0, 0};
  return {'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, low, 0, 0};
}

Bytes png_with_exif(int orientation, bool little) {
  const test::TempFolder folder;
  int height = 0, width = 0;
  const Bytes pixels = stored(orientation, height, width);
  save_png(folder / "a.png", pixels.data(), height, width, 1);
  Bytes png = test::read_bytes(folder / "a.png");
  Bytes chunk = test::to_bytes("eXIf");
  const Bytes block = exif_block(orientation, little);
  chunk.insert(chunk.end(), block.begin(), block.end());
  Bytes whole;
  test::append_be32(whole, block.size());
  whole.insert(whole.end(), chunk.begin(), chunk.end());
  test::append_be32(whole, crc32(0, chunk.data(), static_cast<uInt>(chunk.size())));
  constexpr std::ptrdiff_t kAfterHeader = 33;
  png.insert(png.begin() + kAfterHeader, whole.begin(), whole.end());
  return png;
}

Bytes jpeg_with_exif(const Bytes& jpeg, int orientation) {
  Bytes block = test::to_bytes(std::string_view("Exif\0\0", 6));
  const Bytes tiff = exif_block(orientation, false);
  block.insert(block.end(), tiff.begin(), tiff.end());
  const std::size_t length = block.size() + 2;
  Bytes whole(jpeg.begin(), jpeg.begin() + 2);
  for (const std::size_t byte : {std::size_t{0xff}, std::size_t{0xe1}, length >> 8, length & 255}) {
    whole.push_back(static_cast<std::uint8_t>(byte));
  }
  whole.insert(whole.end(), block.begin(), block.end());
  whole.insert(whole.end(), jpeg.begin() + 2, jpeg.end());
  return whole;
}

DecodedImage decode(const Bytes& bytes, bool exif) {
  DecodedImage image;
  decode_image(bytes, 1, kDefaultMaxPixels, "a.png", image, exif);
  return image;
}

TEST(Orientation, Case27APictureStoredEightWaysIsOnePicture) {
  for (int orientation = 1; orientation <= 8; ++orientation) {
    for (const bool little : {false, true}) {
      SCOPED_TRACE(orientation);
      const Bytes png = png_with_exif(orientation, little);
      const DecodedImage turned = decode(png, true);
      ASSERT_EQ(turned.height, kHeight);
      ASSERT_EQ(turned.width, kWidth);
      for (int y = 0; y < kHeight; ++y) {
        for (int x = 0; x < kWidth; ++x) {
          EXPECT_EQ(test::pixel(turned, x, y)[0], upright_pixel(y, x));
        }
      }
      int height = 0, width = 0;
      const Bytes as_stored = stored(orientation, height, width);
      const DecodedImage ignored = decode(png, false);
      ASSERT_EQ(ignored.height, height);
      EXPECT_TRUE(std::equal(as_stored.begin(), as_stored.end(), ignored.pixels.begin()));
    }
  }
}

TEST(Orientation, OfAJpegIsReadFromItsFirstSegments) {
  const Bytes plain = test::fixture("jpeg_420.jpg");
  const DecodedImage upright = test::decode(plain, 1);
  for (int orientation = 1; orientation <= 8; ++orientation) {
    const Bytes marked = jpeg_with_exif(plain, orientation);
    EXPECT_EQ(exif_orientation(marked, ImageFormat::jpeg), orientation);
    const DecodedImage turned = decode(marked, true);
    EXPECT_EQ(turned.height, swaps_sides(orientation) ? upright.width : upright.height);
  }
  EXPECT_EQ(exif_orientation(plain, ImageFormat::jpeg), 1);
}

TEST(Orientation, NonsenseMeansUpright) {
  const Bytes plain = test::fixture("jpeg_420.jpg");
  for (const int value : {0, 9, 200}) {
    EXPECT_EQ(exif_orientation(jpeg_with_exif(plain, value), ImageFormat::jpeg), 1) << value;
  }
  const Bytes marked = jpeg_with_exif(plain, 6);
  for (std::size_t length = 2; length < 60; ++length) {
    const int found = exif_orientation(std::span(marked).first(length), ImageFormat::jpeg);
    EXPECT_TRUE(found == 1 || found == 6) << length;
  }
}

}  // namespace
}  // namespace trainer
