#include "data/packed/image_packer.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include <trainer/error.h>

#include "base/text.h"
#include "data/decode/image_info.h"
#include "data/decode/orientation.h"
#include "data/packed/jpeg_writer.h"
#include "data/transforms/kernels/gray.h"
#include "data/transforms/kernels/packed_view.h"

namespace trainer {
namespace {

std::size_t bytes_of(const ImageView& image) {
  return static_cast<std::size_t>(image.height) * static_cast<std::size_t>(image.width) *
         static_cast<std::size_t>(image.channels);
}

bool is_gray(const ImageView& image) {
  if (image.channels == 1) return true;
  const std::uint8_t* pixels = image.pixels;
  for (std::size_t i = 0; i < bytes_of(image); i += 3) {
    if (pixels[i] != pixels[i + 1] || pixels[i] != pixels[i + 2]) return false;
  }
  return true;
}

void set_pixels(const ImageView& image, SourceImage& out) {
  out.bytes.assign(image.pixels, image.pixels + bytes_of(image));
  out.encoded = false;
  out.height = image.height;
  out.width = image.width;
  out.channels = image.channels;
}

}  // namespace

void ImagePacker::pack(SourceImage source, const std::string& name, PackedImage& out) {
  out.image.reset();
  out.shrunk = out.baseline = false;
  try {
    const ImageView image = decode(source, name);
    if (options_.raw) {
      pack_raw(image, out);
    } else if (!pack_smaller(image, source, out) && !pack_baseline(image, source, out)) {
      out.image = std::move(source);
    }
  } catch (const DataError& error) {
    const std::string shown = printable(name);
    if (std::string_view(error.what()).starts_with(shown)) throw;
    throw DataError(concat(shown, ": ", error.what()), name);
  }
}

/// The pixels of the whole image, in memory of this object or of `source`.
ImageView ImagePacker::decode(const SourceImage& source, const std::string& name) {
  // Without --raw the colours are looked at to find gray JPEGs.
  const int channels = options_.raw ? options_.channels : 3;
  const auto content = source.content();
  if (source.encoded) {
    decode_image(
        content, channels, kDefaultMaxPixels, name, decoded_, options_.raw && options_.exif);
    return packed_view<const std::uint8_t>(
        decoded_.pixels.data(), decoded_.height, decoded_.width, channels);
  }
  const ImageView image = packed_view(content.data(), source.height, source.width, source.channels);
  if (content.empty() || bytes_of(image) != content.size()) {
    throw DataError(concat("expected the bytes of ",
                           source.width,
                           "x",
                           source.height,
                           " pixels, found ",
                           content.size()));
  }
  return image;
}

ImageView ImagePacker::resize(const ImageView& image, int height, int width) {
  ResizePlan plan;
  plan.source = {0, 0, image.width, image.height};
  plan.height = height;
  plan.width = width;
  plan.window = {0, 0, width, height};
  resized_.resize(static_cast<std::size_t>(height) * static_cast<std::size_t>(width) *
                      static_cast<std::size_t>(image.channels) +
                  DecodedImage::kPadding);
  const MutableImageView out = packed_view(resized_.data(), height, width, image.channels);
  resampler_.run({image, 0, 0}, plan, out);
  return out;
}

void ImagePacker::pack_raw(const ImageView& image, PackedImage& out) {
  const int shorter = std::min(image.width, image.height);
  if (options_.size == 0 || shorter <= options_.size) {
    set_pixels(image, out.image);
    return;
  }
  // As the transform `resize` does it, so that it finds nothing left to do.
  const auto scaled = [&](int side) {
    return static_cast<int>(std::int64_t{options_.size} * side / shorter);
  };
  set_pixels(resize(image, scaled(image.height), scaled(image.width)), out.image);
  out.shrunk = true;
}

bool ImagePacker::pack_smaller(const ImageView& image,
                               const SourceImage& source,
                               PackedImage& out) {
  const int longer = std::max(image.width, image.height);
  if (options_.max_side == 0 || longer <= options_.max_side) return false;
  const auto scaled = [&](int side) {
    const std::int64_t twice = std::int64_t{2} * options_.max_side * side;
    return std::max(1, static_cast<int>((twice + longer) / (std::int64_t{2} * longer)));
  };
  ImageView small = resize(image, scaled(image.height), scaled(image.width));
  if (small.channels != 1 && small.channels != 3) {
    throw DataError(concat("expected 1 or 3 channels, found ", small.channels));
  }
  if (small.channels == 3 && is_gray(image)) {
    gray_.resize(bytes_of(small) / 3);
    const MutableImageView gray = packed_view(gray_.data(), small.height, small.width, 1);
    convert_channels(small, gray);
    small = gray;
  }
  const auto content = source.content();
  const int orientation =
      source.encoded ? exif_orientation(content, read_image_info(content).format) : 1;
  encode_jpeg(small, options_.quality, orientation, out.image.bytes);
  out.shrunk = true;
  return true;
}

/// Scans that stop early are smoothed by the decoder, which a baseline file would not be: only what
/// decodes to the same pixels is taken.
bool ImagePacker::pack_baseline(const ImageView& image,
                                const SourceImage& source,
                                PackedImage& out) {
  if (!source.encoded || read_image_info(source.content()).format != ImageFormat::jpeg)
    return false;
  auto baseline = make_jpeg_baseline(source.content());
  if (!baseline) return false;
  try {
    decode_image(*baseline, image.channels, kDefaultMaxPixels, "baseline", again_);
  } catch (const DataError&) {
    return false;
  }
  const bool same = again_.height == image.height && again_.width == image.width &&
                    std::memcmp(again_.pixels.data(), image.pixels, bytes_of(image)) == 0;
  if (!same) return false;
  out.image.bytes = std::move(*baseline);
  out.baseline = true;
  return true;
}

}  // namespace trainer
