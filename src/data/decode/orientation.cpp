#include "data/decode/orientation.h"

#include <algorithm>
#include <string_view>

#include "data/decode/byte_view.h"
#include "data/decode/jpeg_segments.h"
#include "data/decode/tiff_directory.h"

namespace trainer {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::string_view kMark = "Exif\0\0"sv;

/// From an EXIF block, which is the head of a TIFF.
int orientation_of_block(std::span<const std::uint8_t> block) {
  constexpr std::uint32_t kOrientation = 274;
  if (ByteView(block).has(0, kMark)) block = block.subspan(kMark.size());
  if (!ByteView(block).has(0, "II") && !ByteView(block).has(0, "MM")) return 1;
  TiffDirectory directory(block);
  const std::uint32_t value = directory.first(kOrientation, 1);
  return !directory.overrun() && value >= 1 && value <= 8 ? static_cast<int>(value) : 1;
}

std::span<const std::uint8_t> part(std::span<const std::uint8_t> bytes,
                                   std::size_t at,
                                   std::size_t length) {
  at = std::min(at, bytes.size());
  return bytes.subspan(at, std::min(length, bytes.size() - at));
}

int orientation_of_jpeg(std::span<const std::uint8_t> bytes) {
  const ByteView view(bytes);
  JpegSegments segment(view);
  while (segment.next()) {
    if (segment.marker() != 0xe1 || !view.has(segment.at() + 2, kMark)) continue;
    return orientation_of_block(part(bytes, segment.at() + 2, segment.length() - 2));
  }
  return 1;
}

int orientation_of_png(std::span<const std::uint8_t> bytes) {
  ByteView view(bytes);
  for (std::size_t at = 8; at + 12 <= view.size() && !view.has(at + 4, "IEND");) {
    const std::size_t length = view.be32(at);
    if (view.has(at + 4, "eXIf")) return orientation_of_block(part(bytes, at + 8, length));
    at += 12 + length;
  }
  return 1;
}

int orientation_of_webp(std::span<const std::uint8_t> bytes) {
  ByteView view(bytes);
  for (std::size_t at = 12; at + 8 <= view.size();) {
    const std::size_t length = view.le32(at + 4);
    if (view.has(at, "EXIF")) return orientation_of_block(part(bytes, at + 8, length));
    at += 8 + length + (length & 1);
  }
  return 1;
}

/// Where the pixel (0, 0) of the result comes from, and how far apart in the source the pixels of
/// its columns and rows are.
struct Walk {
  std::ptrdiff_t start, column, row;
};

Walk walk_through(const DecodedImage& image, int orientation) {
  const std::ptrdiff_t pixel = image.channels;
  const std::ptrdiff_t line = pixel * image.width;
  const std::ptrdiff_t right = pixel * (image.width - 1), bottom = line * (image.height - 1);
  switch (orientation) {
    case 2:
      return {right, -pixel, line};
    case 3:
      return {right + bottom, -pixel, -line};
    case 4:
      return {bottom, pixel, -line};
    case 5:
      return {0, line, pixel};
    case 6:
      return {bottom, -line, pixel};
    case 7:
      return {right + bottom, -line, -pixel};
    case 8:
      return {right, line, -pixel};
    default:
      return {0, pixel, line};
  }
}

}  // namespace

int exif_orientation(std::span<const std::uint8_t> bytes, ImageFormat format) {
  switch (format) {
    case ImageFormat::jpeg:
      return orientation_of_jpeg(bytes);
    case ImageFormat::png:
      return orientation_of_png(bytes);
    case ImageFormat::webp:
      return orientation_of_webp(bytes);
    default:
      return 1;
  }
}

void turn_upright(const DecodedImage& image, int orientation, DecodedImage& out) {
  const bool swap = swaps_sides(orientation);
  out.reshape(swap ? image.width : image.height, swap ? image.height : image.width, image.channels);
  const Walk walk = walk_through(image, orientation);
  std::uint8_t* to = out.pixels.data();
  const std::uint8_t* row = image.pixels.data() + walk.start;
  for (int y = 0; y < out.height; ++y, row += walk.row) {
    const std::uint8_t* pixel = row;
    for (int x = 0; x < out.width; ++x, pixel += walk.column) {
      to = std::copy_n(pixel, out.channels, to);
    }
  }
}

}  // namespace trainer
