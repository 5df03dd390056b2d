#include "data/decode/tiff_header.h"

#include <algorithm>
#include <utility>

#include <trainer/error.h>

#include "base/text.h"
#include "data/decode/tiff_directory.h"

namespace trainer {
namespace {

constexpr std::uint32_t kWidth = 256, kHeight = 257, kBits = 258, kStripOffsets = 273,
                        kSamples = 277, kStripSizes = 279, kTileOffsets = 324, kTileSizes = 325,
                        kExtraSamples = 338, kSampleFormat = 339, kOrientation = 274;

/// Where the last piece of pixel data ends.
std::int64_t end_of_data(TiffDirectory& directory,
                         std::uint32_t offsets_tag,
                         std::uint32_t sizes_tag) {
  const std::size_t offsets = directory.find(offsets_tag), sizes = directory.find(sizes_tag);
  const std::size_t count = std::min(directory.count(offsets), directory.count(sizes));
  std::int64_t end = 0;
  for (std::size_t i = 0; i < count && !directory.overrun(); ++i) {
    end = std::max(end, std::int64_t{directory.value(offsets, i)} + directory.value(sizes, i));
  }
  return end;
}

}  // namespace

ImageInfo read_tiff_info(std::span<const std::uint8_t> bytes) {
  TiffDirectory directory(bytes);
  ImageInfo info{ImageFormat::tiff, directory.first(kWidth, 0), directory.first(kHeight, 0), 0};
  const std::uint32_t bits = directory.first(kBits, 1), samples = directory.first(kSamples, 1),
                      format = directory.first(kSampleFormat, 1);
  info.least_bytes = std::max(end_of_data(directory, kStripOffsets, kStripSizes),
                              end_of_data(directory, kTileOffsets, kTileSizes));
  // The decoder follows the tag: from 5 on rows are columns.
  const std::uint32_t orientation = directory.first(kOrientation, 1);
  if (orientation >= 5 && orientation <= 8) std::swap(info.width, info.height);
  if (directory.overrun()) {
    throw DataError("the TIFF header is damaged: its directory lies beyond the end of the file");
  }
  if (format != 1 || bits > 16 || samples > 4) {
    throw DataError(concat("a TIFF with ",
                           counted(samples, "sample"),
                           " of ",
                           bits,
                           format == 3 ? "-bit floating point" : " bits",
                           " a pixel, which is not supported; convert it to 8 or 16 bits, gray, "
                           "RGB or CMYK"));
  }
  return info;
}

std::span<const std::uint8_t> tiff_with_plain_colors(std::span<const std::uint8_t> bytes,
                                                     std::vector<std::uint8_t>& scratch) {
  constexpr std::uint32_t kStraightAlpha = 2;
  TiffDirectory directory(bytes);
  const std::size_t entry = directory.find(kExtraSamples);
  if (directory.count(entry) != 1 || directory.u16(entry + 8) != kStraightAlpha) return bytes;
  if (directory.overrun()) return bytes;
  scratch.assign(bytes.begin(), bytes.end());
  // 2, "straight", becomes 1, "multiplied in", in either byte order.
  scratch[entry + 8] /= 2;
  scratch[entry + 9] /= 2;
  return scratch;
}

}  // namespace trainer
