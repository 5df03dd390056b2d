#include "data/decode/image_info.h"

#include <algorithm>
#include <cstdlib>

#include <trainer/error.h>

#include "base/text.h"
#include "data/decode/byte_view.h"
#include "data/decode/decode.h"
#include "data/decode/jpeg_segments.h"
#include "data/decode/sniff.h"
#include "data/decode/tiff_header.h"

namespace trainer {
namespace {

std::int64_t divide_up(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

[[noreturn]] void bad_header(const char* format, const char* problem) {
  throw DataError(concat("the ", format, " header is damaged: ", problem));
}

/// Blocks of 8x8 samples over all components of a frame header at `at` (its length field).
std::int64_t jpeg_blocks(ByteView& view, std::size_t at, std::int64_t width, std::int64_t height) {
  const std::size_t components = view.u8(at + 7);
  std::int64_t h_max = 1, v_max = 1;
  for (std::size_t i = 0; i < components; ++i) {
    const std::uint32_t sampling = view.u8(at + 9 + 3 * i);
    h_max = std::max<std::int64_t>(h_max, sampling >> 4);
    v_max = std::max<std::int64_t>(v_max, sampling & 15);
  }
  std::int64_t blocks = 0;
  for (std::size_t i = 0; i < components; ++i) {
    const std::uint32_t sampling = view.u8(at + 9 + 3 * i);
    const std::int64_t h = sampling >> 4, v = sampling & 15;
    blocks += divide_up(width * h, 8 * h_max) * divide_up(height * v, 8 * v_max);
  }
  return blocks;
}

ImageInfo read_jpeg(ByteView view) {
  ImageInfo info{.format = ImageFormat::jpeg};
  JpegSegments segment(view);
  while (segment.next()) {
    if (!segment.is_frame()) continue;
    const std::size_t at = segment.at();
    info.height = view.be16(at + 3);
    info.width = view.be16(at + 5);
    // Each block costs at least one bit for its DC value, and one for its AC values unless these
    // come in scans of their own. Arithmetic coding has no such bound.
    const std::int64_t blocks = jpeg_blocks(view, at, info.width, info.height);
    if (view.overrun()) break;
    if (segment.marker() <= 0xc1) info.least_bytes = blocks * 2 / 8;
    if (segment.marker() == 0xc2) info.least_bytes = blocks / 8;
    return info;
  }
  bad_header("JPEG", "it ends before the size of the image; the file is truncated or damaged");
}

ImageInfo read_png(ByteView view) {
  ImageInfo info{.format = ImageFormat::png, .width = view.be32(16), .height = view.be32(20)};
  const std::int64_t depth = view.u8(24);
  const std::uint32_t color = view.u8(25);
  if (view.overrun() || !view.has(12, "IHDR")) bad_header("PNG", "it has no whole IHDR chunk");
  const std::int64_t samples = color == 2 ? 3 : color == 4 ? 2 : color == 6 ? 4 : 1;
  // Deflate packs at most 1032 bytes into one.
  if (info.width <= kMaxImageSide && info.height <= kMaxImageSide) {
    info.least_bytes = info.height * (1 + info.width * samples * depth / 8) / 1032;
  }
  return info;
}

ImageInfo read_webp(ByteView view) {
  ImageInfo info{.format = ImageFormat::webp};
  if (view.has(12, "VP8X")) {
    info.width = 1 + view.le24(24);
    info.height = 1 + view.le24(27);
    if ((view.u8(20) & 2) != 0) {
      throw DataError("an animated WebP, which is not supported; save one frame as PNG");
    }
  } else if (view.has(12, "VP8L")) {
    const std::uint32_t bits = view.le32(21);
    info.width = 1 + (bits & 0x3fff);
    info.height = 1 + ((bits >> 14) & 0x3fff);
  } else if (view.has(12, "VP8 ")) {
    info.width = view.le16(26) & 0x3fff;
    info.height = view.le16(28) & 0x3fff;
  } else {
    bad_header("WebP", "it has no VP8 chunk");
  }
  info.least_bytes = static_cast<std::int64_t>(view.le32(4)) + 8;
  if (view.overrun()) bad_header("WebP", "it ends before the size of the image");
  return info;
}

ImageInfo read_bmp(ByteView view) {
  ImageInfo info{.format = ImageFormat::bmp};
  std::int64_t bits = 0;
  std::uint32_t compression = 0;
  if (view.le32(14) == 12) {
    info.width = view.le16(18);
    info.height = view.le16(20);
    bits = view.le16(24);
  } else {
    info.width = static_cast<std::int32_t>(view.le32(18));
    // Rows from the top down have a negative height.
    info.height = std::abs(static_cast<std::int64_t>(static_cast<std::int32_t>(view.le32(22))));
    bits = view.le16(28);
    compression = view.le32(30);
  }
  if (view.overrun()) bad_header("BMP", "it ends before the size of the image");
  const bool raw = compression == 0 || compression == 3 || compression == 6;
  if (raw && info.width > 0 && info.width <= kMaxImageSide && info.height <= kMaxImageSide) {
    info.least_bytes = divide_up(info.width * bits, 32) * 4 * info.height + view.le32(10);
  }
  return info;
}

}  // namespace

const char* image_format_name(ImageFormat format) {
  switch (format) {
    case ImageFormat::jpeg:
      return "JPEG";
    case ImageFormat::png:
      return "PNG";
    case ImageFormat::webp:
      return "WebP";
    case ImageFormat::bmp:
      return "BMP";
    case ImageFormat::tiff:
      return "TIFF";
  }
  return "";
}

ImageInfo read_image_info(std::span<const std::uint8_t> bytes) {
  const std::optional<ImageFormat> format = sniff_image_format(bytes);
  if (!format) throw DataError(describe_foreign_content(bytes));
  switch (*format) {
    case ImageFormat::jpeg:
      return read_jpeg(ByteView(bytes));
    case ImageFormat::png:
      return read_png(ByteView(bytes));
    case ImageFormat::webp:
      return read_webp(ByteView(bytes));
    case ImageFormat::bmp:
      return read_bmp(ByteView(bytes));
    case ImageFormat::tiff:
      return read_tiff_info(bytes);
  }
  throw DataError(describe_foreign_content(bytes));
}

void check_image_size(const ImageInfo& info, std::size_t file_bytes, std::int64_t max_pixels) {
  const char* format = image_format_name(info.format);
  const auto size = [&info] { return concat(info.width, " x ", info.height); };
  if (info.width <= 0 || info.height <= 0) {
    throw DataError(concat("the ", format, " header says ", size(), " pixels: an empty image"));
  }
  if (info.width > kMaxImageSide || info.height > kMaxImageSide) {
    throw DataError(concat("the ",
                           format,
                           " header says ",
                           size(),
                           " pixels; the limit is ",
                           kMaxImageSide,
                           " a side"));
  }
  if (info.width * info.height > max_pixels) {
    throw DataError(concat("the ",
                           format,
                           " header says ",
                           size(),
                           " = ",
                           info.width * info.height,
                           " pixels; the limit is ",
                           max_pixels,
                           "; scale the image down, or remove it if it is a decompression bomb"));
  }
  if (info.tile_width > kMaxImageSide || info.tile_height > kMaxImageSide ||
      info.tile_width * info.tile_height > max_pixels) {
    throw DataError(concat("the ",
                           format,
                           " header says tiles of ",
                           info.tile_width,
                           " x ",
                           info.tile_height,
                           " pixels; the limit is ",
                           max_pixels));
  }
  if (static_cast<std::int64_t>(file_bytes) < info.least_bytes) {
    throw DataError(concat("truncated, or its header lies: the ",
                           format,
                           " header says ",
                           size(),
                           " pixels, which take at least ",
                           info.least_bytes,
                           " bytes, but the file has ",
                           file_bytes));
  }
}

}  // namespace trainer
