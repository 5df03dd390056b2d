#include "data/decode/tiff_header.h"

#include <algorithm>
#include <utility>

#include <trainer/error.h>

#include "base/text.h"
#include "data/decode/tiff_directory.h"

namespace trainer {
namespace {

constexpr std::uint32_t kWidth = 256, kHeight = 257, kBits = 258, kStripOffsets = 273,
                        kOrientation = 274, kSamples = 277, kRowsPerStrip = 278, kStripSizes = 279,
                        kTileWidth = 322, kTileHeight = 323, kTileOffsets = 324, kTileSizes = 325,
                        kExtraSamples = 338, kSampleFormat = 339;

/// A number that decides about memory. libtiff also takes types that are not those of such numbers
/// and would read another one there.
std::uint32_t number(TiffDirectory& directory, std::uint32_t tag, std::uint32_t otherwise) {
  constexpr std::uint32_t kShort = 3, kLong = 4;
  const std::size_t entry = directory.find(tag);
  if (entry == 0) return otherwise;
  const std::uint32_t type = directory.u16(entry + 2);
  if (type != kShort && type != kLong) {
    throw DataError(concat("the TIFF header is damaged: tag ", tag, " has the type ", type));
  }
  return directory.value(entry);
}

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
  ImageInfo info{.format = ImageFormat::tiff};
  info.width = number(directory, kWidth, 0);
  info.height = number(directory, kHeight, 0);
  const std::uint32_t bits = number(directory, kBits, 1), samples = number(directory, kSamples, 1),
                      format = directory.first(kSampleFormat, 1);
  if (directory.find(kTileWidth) != 0 || directory.find(kTileHeight) != 0) {
    info.tile_width = number(directory, kTileWidth, 0);
    info.tile_height = number(directory, kTileHeight, 0);
  }
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

std::span<const std::uint8_t> tiff_for_decoder(std::span<const std::uint8_t> bytes,
                                               std::vector<std::uint8_t>& scratch) {
  constexpr std::uint32_t kStraightAlpha = 2, kAllRows = 0xffffffff;
  TiffDirectory directory(bytes);
  const std::size_t extra = directory.find(kExtraSamples), rows = directory.find(kRowsPerStrip),
                    height = directory.find(kHeight);
  const bool alpha = directory.count(extra) == 1 && directory.u16(extra + 8) == kStraightAlpha;
  const std::uint32_t tall = number(directory, kRowsPerStrip, kAllRows);
  const bool too_tall = tall != kAllRows && tall > directory.first(kHeight, 0);
  if (directory.overrun() || !(alpha || too_tall)) return bytes;
  scratch.assign(bytes.begin(), bytes.end());
  if (alpha) {
    // 2, "straight", becomes 1, "multiplied in", in either byte order.
    scratch[extra + 8] /= 2;
    scratch[extra + 9] /= 2;
  }
  if (too_tall) {
    constexpr std::size_t kTag = 2, kRest = 10;
    std::copy_n(bytes.data() + height + kTag, kRest, scratch.data() + rows + kTag);
  }
  return scratch;
}

}  // namespace trainer
