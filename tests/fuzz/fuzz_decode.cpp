/// Foreign images: whatever the bytes are, the answer is pixels or a DataError, and a part of an
/// image is that part of the whole. The input is the file; which part is asked for follows from it.
/// Seeds: make_seeds.py decode.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <trainer/error.h>

#include "base/crc32c.h"
#include "base/random.h"
#include "data/check/header_facts.h"
#include "data/decode/decode.h"
#include "require.h"

namespace trainer::fuzz {
namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::int64_t kMaxPixels = 1 << 20;

std::optional<ImageInfo> header(Bytes file) {
  try {
    const ImageInfo info = read_image_info(file);
    read_header_facts(file, info.format);
    check_image_size(info, file.size(), kMaxPixels);
    return info;
  } catch (const DataError&) {
    return std::nullopt;
  }
}

std::optional<DecodedImage> whole(Bytes file, int channels, bool exif) {
  DecodedImage image;
  try {
    decode_image(file, channels, kMaxPixels, "fuzz", image, exif);
  } catch (const DataError&) {
    return std::nullopt;
  }
  require(image.bytes() + DecodedImage::kPadding <= image.pixels.size(), "room for the pixels");
  require(image.channels == channels, "as many channels as asked for");
  return image;
}

std::optional<DecodedImage> part(Bytes file, const ImageInfo& info, const DecodeRequest& request) {
  DecodedImage image;
  try {
    decode_part(file, info, request, image);
  } catch (const DataError&) {
    return std::nullopt;
  }
  const Box& box = *request.part;
  require(image.x <= box.x && image.y <= box.y && image.x + image.width >= box.x + box.width &&
              image.y + image.height >= box.y + box.height,
          "the wanted part is delivered");
  return image;
}

const std::uint8_t* pixel(const DecodedImage& image, int x, int y) {
  const std::ptrdiff_t row = y - image.y, column = x - image.x;
  return image.pixels.data() + (row * image.width + column) * image.channels;
}

void require_equal(const DecodedImage& of, const DecodedImage& all, const Box& box) {
  const std::ptrdiff_t bytes = std::ptrdiff_t{box.width} * all.channels;
  for (int y = box.y; y < box.y + box.height; ++y) {
    const std::uint8_t* expected = pixel(all, box.x, y);
    require(std::equal(expected, expected + bytes, pixel(of, box.x, y)),
            "a part has the pixels of the whole");
  }
}

Box box_within(int height, int width, Random& random) {
  const auto below = [&](int bound) {
    return static_cast<int>(random.below(static_cast<std::uint64_t>(bound)));
  };
  Box box;
  box.width = 1 + below(width);
  box.height = 1 + below(height);
  box.x = below(width - box.width + 1);
  box.y = below(height - box.height + 1);
  return box;
}

void check(Bytes file) {
  const std::optional<ImageInfo> info = header(file);
  const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  Random random({.seed = crc32c(text)});
  for (const int channels : {1, 3}) {
    const auto image = whole(file, channels, false);
    const auto turned = whole(file, channels, true);
    require(image.has_value() == turned.has_value(), "turning needs nothing but the pixels");
    if (!image) continue;
    require(info.has_value(), "what decodes has a header");
    require(image->bytes() == turned->bytes(), "turning keeps the number of pixels");
    const Box box = box_within(image->height, image->width, random);
    const auto exact = part(file, *info, {channels, kMaxPixels, box});
    require(exact.has_value(), "a part decodes where the whole does");
    require_equal(*exact, *image, box);
    const int shrink = 1 << random.below(4);
    if (!can_shrink(file, *info)) continue;
    const auto shrunk = [shrink](int side) { return (side + shrink - 1) / shrink; };
    const Box small = box_within(shrunk(image->height), shrunk(image->width), random);
    require(part(file, *info, {channels, kMaxPixels, small, shrink}).has_value(),
            "an image that decodes also does at a part of its size");
  }
}

}  // namespace
}  // namespace trainer::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  trainer::fuzz::check({data, size});
  return 0;
}
