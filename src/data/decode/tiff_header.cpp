#include "data/decode/tiff_header.h"

#include <algorithm>

#include <trainer/error.h>

#include "base/text.h"
#include "data/decode/byte_view.h"

namespace trainer {
namespace {

constexpr std::uint32_t kWidth = 256, kHeight = 257, kBits = 258, kStripOffsets = 273,
                        kSamples = 277, kStripSizes = 279, kTileOffsets = 324, kTileSizes = 325,
                        kExtraSamples = 338, kSampleFormat = 339;

/// A TIFF's first directory, in either byte order.
class Directory {
 public:
  explicit Directory(std::span<const std::uint8_t> bytes)
      : view_(bytes), little_(view_.u8(0) == 'I'), start_(u32(4)), entries_(u16(start_)) {}

  std::uint32_t u16(std::size_t at) { return little_ ? view_.le16(at) : view_.be16(at); }
  std::uint32_t u32(std::size_t at) { return little_ ? view_.le32(at) : view_.be32(at); }
  bool overrun() const { return view_.overrun(); }
  std::size_t size() const { return view_.size(); }

  /// Where the entry with this tag stands; 0: there is none.
  std::size_t find(std::uint32_t tag) {
    for (std::size_t i = 0; i < entries_ && !overrun(); ++i) {
      const std::size_t at = start_ + 2 + 12 * i;
      if (u16(at) == tag) return at;
    }
    return 0;
  }
  std::uint32_t count(std::size_t entry) { return entry == 0 ? 0 : u32(entry + 4); }
  /// Values that do not fit the entry's four bytes stand elsewhere.
  std::uint32_t value(std::size_t entry, std::size_t index = 0) {
    constexpr std::uint32_t kShort = 3;
    const std::size_t bytes = u16(entry + 2) == kShort ? 2 : 4;
    const std::size_t place = count(entry) * bytes > 4 ? u32(entry + 8) : entry + 8;
    return bytes == 2 ? u16(place + 2 * index) : u32(place + 4 * index);
  }
  std::uint32_t first(std::uint32_t tag, std::uint32_t otherwise) {
    const std::size_t entry = find(tag);
    return entry == 0 ? otherwise : value(entry);
  }

 private:
  ByteView view_;
  bool little_;
  std::size_t start_;
  std::size_t entries_;
};

/// Where the last piece of pixel data ends.
std::int64_t end_of_data(Directory& directory, std::uint32_t offsets_tag, std::uint32_t sizes_tag) {
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
  Directory directory(bytes);
  ImageInfo info{ImageFormat::tiff, directory.first(kWidth, 0), directory.first(kHeight, 0), 0};
  const std::uint32_t bits = directory.first(kBits, 1), samples = directory.first(kSamples, 1),
                      format = directory.first(kSampleFormat, 1);
  info.least_bytes = std::max(end_of_data(directory, kStripOffsets, kStripSizes),
                              end_of_data(directory, kTileOffsets, kTileSizes));
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
  Directory directory(bytes);
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
