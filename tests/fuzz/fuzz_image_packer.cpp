/// Foreign images on their way into a packed file: whatever the bytes are, the answer is an image
/// that decodes, with the same pixels unless it was made smaller, or a DataError. Progressive JPEGs
/// become baseline ones here. The first byte of the input chooses the options, the rest is the
/// file. Seeds: make_seeds.py image_packer.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <trainer/error.h>

#include "data/decode/decode.h"
#include "data/decode/jpeg_segments.h"
#include "data/decode/orientation.h"
#include "data/packed/image_packer.h"
#include "require.h"

namespace trainer::fuzz {
namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::int64_t kMaxPixels = 1 << 18;

ImagePackOptions chosen(std::uint8_t choice) {
  return {.max_side = (choice & 1) != 0 ? 20 : 0,
          .quality = (choice & 2) != 0 ? 40 : 90,
          .raw = (choice & 4) != 0,
          .size = (choice & 8) != 0 ? 16 : 0,
          .channels = (choice & 16) != 0 ? 1 : 3,
          .exif = (choice & 32) != 0};
}

/// The packer takes images of any size; those that take seconds are left out.
bool is_small(Bytes file) {
  try {
    check_image_size(read_image_info(file), file.size(), kMaxPixels);
    return true;
  } catch (const DataError&) {
    return false;
  }
}

std::optional<DecodedImage> decoded(Bytes file, int channels, bool exif) {
  DecodedImage image;
  try {
    decode_image(file, channels, kMaxPixels, "fuzz", image, exif);
  } catch (const DataError&) {
    return std::nullopt;
  }
  image.pixels.resize(image.bytes());
  return image;
}

int orientation(Bytes file) {
  return exif_orientation(file, read_image_info(file).format);
}

bool is_baseline(Bytes jpeg) {
  JpegSegments segment{ByteView(jpeg)};
  while (segment.next()) {
    if (segment.is_frame()) return segment.marker() <= 0xc1;
  }
  return false;
}

void check_pixels(const PackedImage& packed, Bytes file, const ImagePackOptions& options) {
  const SourceImage& image = packed.image;
  const auto pixels = image.content();
  require(image.channels == options.channels, "as many channels as asked for");
  require(static_cast<std::size_t>(image.height * image.width * image.channels) == pixels.size(),
          "pixels of the size that is said");
  if (packed.shrunk) {
    require(std::min(image.height, image.width) == options.size, "the shorter side as asked for");
    return;
  }
  const auto source = decoded(file, options.channels, options.exif);
  require(source && std::equal(pixels.begin(), pixels.end(), source->pixels.begin()),
          "the pixels of the file");
}

void check_file(const PackedImage& packed, Bytes file, const ImagePackOptions& options) {
  const auto content = packed.image.content();
  const auto result = decoded(content, 3, false);
  require(result.has_value(), "what is packed decodes");
  require(orientation(content) == orientation(file), "the orientation is kept");
  require(!packed.baseline || is_baseline(content), "a baseline JPEG");
  if (packed.shrunk) {
    require(std::max(result->height, result->width) == options.max_side, "the side as asked for");
    return;
  }
  const auto source = decoded(file, 3, false);
  require(source && source->pixels == result->pixels, "the pixels of the file");
}

void check(Bytes file, const ImagePackOptions& options) {
  if (!is_small(file)) return;
  SourceImage image;
  image.bytes.assign(file.begin(), file.end());
  PackedImage packed;
  try {
    ImagePacker(options).pack(std::move(image), "fuzz", packed);
  } catch (const DataError&) {
    return;
  }
  require(packed.image.encoded == !options.raw, "a file or pixels, as asked for");
  options.raw ? check_pixels(packed, file, options) : check_file(packed, file, options);
}

}  // namespace
}  // namespace trainer::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  trainer::fuzz::check({data + 1, size - 1}, trainer::fuzz::chosen(data[0]));
  return 0;
}
