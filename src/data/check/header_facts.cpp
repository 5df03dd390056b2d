#include "data/check/header_facts.h"

#include <algorithm>
#include <string_view>

#include "data/decode/byte_view.h"

namespace trainer {
namespace {

using std::string_view_literals::operator""sv;

/// The first directory of a TIFF, which is also what an EXIF block is.
class TiffDirectory {
 public:
  explicit TiffDirectory(std::span<const std::uint8_t> bytes)
      : view_(bytes), little_(view_.u8(0) == 'I'), start_(u32(4)), entries_(u16(start_)) {}

  /// The first value of an entry of short or long integers.
  std::uint32_t value(std::uint32_t tag, std::uint32_t otherwise) {
    constexpr std::uint32_t kShort = 3;
    const std::size_t at = find(tag);
    if (at == 0) return otherwise;
    const bool is_short = u16(at + 2) == kShort;
    const std::size_t bytes = is_short ? 2 : 4;
    const std::size_t place = u32(at + 4) * bytes > 4 ? u32(at + 8) : at + 8;
    const std::uint32_t found = is_short ? u16(place) : u32(place);
    return view_.overrun() ? otherwise : found;
  }
  bool has(std::uint32_t tag) { return find(tag) != 0; }
  bool has_next() { return u32(start_ + 2 + 12 * entries_) != 0 && !view_.overrun(); }
  bool turned() {
    constexpr std::uint32_t kOrientation = 274;
    const std::uint32_t orientation = value(kOrientation, 1);
    return orientation >= 2 && orientation <= 8;
  }

 private:
  std::uint32_t u16(std::size_t at) { return little_ ? view_.le16(at) : view_.be16(at); }
  std::uint32_t u32(std::size_t at) { return little_ ? view_.le32(at) : view_.be32(at); }
  std::size_t find(std::uint32_t tag) {
    for (std::size_t i = 0; i < entries_ && !view_.overrun(); ++i) {
      const std::size_t at = start_ + 2 + 12 * i;
      if (u16(at) == tag) return at;
    }
    return 0;
  }

  ByteView view_;
  bool little_;
  std::size_t start_;
  std::size_t entries_;
};

bool exif_turned(std::span<const std::uint8_t> block) {
  constexpr std::string_view kMark = "Exif\0\0"sv;
  if (ByteView(block).has(0, kMark)) block = block.subspan(kMark.size());
  return TiffDirectory(block).turned();
}

std::span<const std::uint8_t> part(std::span<const std::uint8_t> bytes,
                                   std::size_t at,
                                   std::size_t length) {
  at = std::min(at, bytes.size());
  return bytes.subspan(at, std::min(length, bytes.size() - at));
}

void read_jpeg(std::span<const std::uint8_t> bytes, HeaderFacts& facts) {
  ByteView view(bytes);
  std::size_t at = 2;
  while (at + 3 < view.size()) {
    if (view.u8(at) != 0xff || view.u8(at + 1) == 0xff || view.u8(at + 1) == 0) {
      ++at;
      continue;
    }
    const std::uint32_t marker = view.u8(at + 1);
    at += 2;
    if (marker == 0x01 || (marker >= 0xd0 && marker <= 0xd8)) continue;
    if (marker == 0xd9 || marker == 0xda) return;
    const std::size_t length = std::max<std::size_t>(2, view.be16(at));
    if (marker == 0xe1 && view.has(at + 2, "Exif\0\0"sv)) {
      facts.turned = exif_turned(part(bytes, at + 2, length - 2));
    }
    if (marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc) {
      const std::uint32_t components = view.u8(at + 7);
      facts.gray = components == 1;
      facts.cmyk = components == 4;
    }
    at += length;
  }
}

void read_png(std::span<const std::uint8_t> bytes, HeaderFacts& facts) {
  ByteView view(bytes);
  facts.deep = view.u8(24) == 16;
  const std::uint32_t color = view.u8(25);
  facts.gray = color == 0 || color == 4;
  facts.palette = color == 3;
  facts.alpha = color == 4 || color == 6;
  std::size_t at = 8;
  while (at + 12 <= view.size() && !view.has(at + 4, "IEND")) {
    const std::size_t length = view.be32(at);
    if (view.has(at + 4, "tRNS")) facts.alpha = true;
    if (view.has(at + 4, "acTL")) facts.several = view.be32(at + 8) > 1;
    if (view.has(at + 4, "eXIf")) facts.turned = exif_turned(part(bytes, at + 8, length));
    at += 12 + length;
  }
}

void read_webp(std::span<const std::uint8_t> bytes, HeaderFacts& facts) {
  ByteView view(bytes);
  if (view.has(12, "VP8L")) facts.alpha = ((view.le32(21) >> 28) & 1) != 0;
  if (!view.has(12, "VP8X")) return;
  const std::uint32_t flags = view.u8(20);
  facts.alpha = (flags & 0x10) != 0;
  facts.several = (flags & 0x02) != 0;
  if ((flags & 0x08) == 0) return;
  std::size_t at = 12;
  while (at + 8 <= view.size()) {
    const std::size_t length = view.le32(at + 4);
    if (view.has(at, "EXIF")) facts.turned = exif_turned(part(bytes, at + 8, length));
    at += 8 + length + (length & 1);
  }
}

void read_bmp(std::span<const std::uint8_t> bytes, HeaderFacts& facts) {
  ByteView view(bytes);
  const bool old = view.le32(14) == 12;
  facts.palette = view.le16(old ? 24 : 28) <= 8;
}

void read_tiff(std::span<const std::uint8_t> bytes, HeaderFacts& facts) {
  constexpr std::uint32_t kBits = 258, kPhotometric = 262, kExtraSamples = 338;
  TiffDirectory directory(bytes);
  const std::uint32_t photometric = directory.value(kPhotometric, 2);
  facts.gray = photometric <= 1;
  facts.palette = photometric == 3;
  facts.cmyk = photometric == 5;
  facts.deep = directory.value(kBits, 1) == 16;
  facts.alpha = directory.has(kExtraSamples);
  facts.several = directory.has_next();
}

}  // namespace

HeaderFacts read_header_facts(std::span<const std::uint8_t> bytes, ImageFormat format) {
  HeaderFacts facts;
  switch (format) {
    case ImageFormat::jpeg:
      read_jpeg(bytes, facts);
      break;
    case ImageFormat::png:
      read_png(bytes, facts);
      break;
    case ImageFormat::webp:
      read_webp(bytes, facts);
      break;
    case ImageFormat::bmp:
      read_bmp(bytes, facts);
      break;
    case ImageFormat::tiff:
      read_tiff(bytes, facts);
      break;
  }
  return facts;
}

}  // namespace trainer
