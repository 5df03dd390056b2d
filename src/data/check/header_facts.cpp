#include "data/check/header_facts.h"

#include "data/decode/byte_view.h"
#include "data/decode/jpeg_segments.h"
#include "data/decode/orientation.h"
#include "data/decode/tiff_directory.h"

namespace trainer {
namespace {

void read_jpeg(std::span<const std::uint8_t> bytes, HeaderFacts& facts) {
  ByteView view(bytes);
  JpegSegments segment(view);
  while (segment.next()) {
    if (!segment.is_frame()) continue;
    const std::uint32_t components = view.u8(segment.at() + 7);
    facts.gray = components == 1;
    facts.cmyk = components == 4;
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
}

void read_bmp(std::span<const std::uint8_t> bytes, HeaderFacts& facts) {
  ByteView view(bytes);
  const bool old = view.le32(14) == 12;
  facts.palette = view.le16(old ? 24 : 28) <= 8;
}

void read_tiff(std::span<const std::uint8_t> bytes, HeaderFacts& facts) {
  constexpr std::uint32_t kBits = 258, kPhotometric = 262, kExtraSamples = 338;
  TiffDirectory directory(bytes);
  const std::uint32_t photometric = directory.first(kPhotometric, 2);
  facts.gray = photometric <= 1;
  facts.palette = photometric == 3;
  facts.cmyk = photometric == 5;
  facts.deep = directory.first(kBits, 1) == 16;
  facts.alpha = directory.find(kExtraSamples) != 0;
  facts.several = directory.has_next();
}

}  // namespace

HeaderFacts read_header_facts(std::span<const std::uint8_t> bytes, ImageFormat format) {
  HeaderFacts facts;
  facts.turned = exif_orientation(bytes, format) != 1;
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
