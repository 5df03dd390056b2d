#include "data/transforms/sample_image.h"

#include <new>

#include <trainer/error.h>

#include "base/text.h"
#include "data/decode/orientation.h"
#include "data/transforms/kernels/gray.h"
#include "data/transforms/kernels/packed_view.h"

namespace trainer {
SampleImage::SampleImage(const SourceImage& image,
                         const SampleImageOptions& options,
                         DecodedImage& memory)
    : bytes_(image.content()), options_(options), memory_(memory), encoded_(image.encoded) {
  if (!encoded_) {
    look_at_raw_pixels(image);
    return;
  }
  try {
    info_ = read_image_info(bytes_);
    check_image_size(info_, bytes_.size(), options_.max_pixels);
  } catch (const DataError& error) {
    throw DataError(concat("cannot be decoded: ", error.what()));
  }
  if (options_.exif) orientation_ = exif_orientation(bytes_, info_.format);
  height_ = static_cast<int>(swaps_sides(orientation_) ? info_.width : info_.height);
  width_ = static_cast<int>(swaps_sides(orientation_) ? info_.height : info_.width);
}

void SampleImage::look_at_raw_pixels(const SourceImage& image) {
  const ImageShape shape = {image.height, image.width, image.channels};
  const bool sane = shape.fixed() && shape.channels >= 1 && shape.channels <= 4;
  const std::uint64_t bytes = sane ? static_cast<std::uint64_t>(shape.height) *
                                         static_cast<std::uint64_t>(shape.width) *
                                         static_cast<std::uint64_t>(shape.channels)
                                   : 0;
  if (!sane || bytes != bytes_.size()) {
    throw DataError(concat("expected the bytes of ",
                           shape.width,
                           "x",
                           shape.height,
                           " pixels with ",
                           counted(shape.channels, "channel"),
                           ", got ",
                           counted(static_cast<long long>(bytes_.size()), "byte")));
  }
  raw_ = packed_view(bytes_.data(), shape);
  height_ = shape.height;
  width_ = shape.width;
}

bool SampleImage::can_shrink() const {
  return encoded_ && orientation_ == 1 && trainer::can_shrink(bytes_, info_);
}

PartialImage SampleImage::part(const Box& needed) {
  if (encoded_) return decode(needed, 1);
  if (raw_.channels == options_.channels) return {raw_, 0, 0};
  memory_.reshape(raw_.height, raw_.width, options_.channels);
  const MutableImageView converted =
      packed_view(memory_.pixels.data(), raw_.height, raw_.width, options_.channels);
  convert_channels(raw_, converted);
  return {converted, 0, 0};
}

PartialImage SampleImage::shrunk_part(const Box& needed, int shrink) {
  return decode(needed, shrink);
}

PartialImage SampleImage::decode(const Box& needed, int shrink) {
  try {
    decode_part(bytes_,
                info_,
                {options_.channels, options_.max_pixels, needed, shrink, orientation_},
                memory_);
  } catch (const DataError& error) {
    throw DataError(concat("cannot be decoded: ", error.what()));
  } catch (const std::bad_alloc&) {
    throw OutOfMemoryError("not enough memory to decode an image");
  }
  const bool holds = memory_.x <= needed.x && memory_.y <= needed.y &&
                     memory_.x + memory_.width >= needed.x + needed.width &&
                     memory_.y + memory_.height >= needed.y + needed.height;
  if (!holds) {
    throw DataError(concat("cannot be decoded: the header says ",
                           width_,
                           "x",
                           height_,
                           " pixels, the image has ",
                           memory_.width,
                           "x",
                           memory_.height));
  }
  const DecodedImage& decoded = memory_;
  return {packed_view(decoded.pixels.data(), decoded.height, decoded.width, decoded.channels),
          decoded.x,
          decoded.y};
}

}  // namespace trainer
