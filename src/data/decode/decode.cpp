#include "data/decode/decode.h"

#include <new>

#include <trainer/error.h>

#include "base/scratch.h"
#include "base/text.h"
#include "data/decode/image_info.h"
#include "data/decode/jpeg.h"
#include "data/decode/orientation.h"
#include "data/decode/other_formats.h"

namespace trainer {

void DecodedImage::reshape(int new_height, int new_width, int new_channels) {
  height = new_height;
  width = new_width;
  channels = new_channels;
  x = y = 0;
  shrink = 1;
  grow_scratch(pixels, bytes() + kPadding);
}

bool can_shrink(std::span<const std::uint8_t> bytes, const ImageInfo& info) {
  return info.format == ImageFormat::jpeg && jpeg_can_skip(bytes);
}

void decode_part(std::span<const std::uint8_t> bytes,
                 const ImageInfo& info,
                 const DecodeRequest& request,
                 DecodedImage& out) {
  TRAINER_ASSERT(request.channels == 1 || request.channels == 3,
                 concat("channels is ", request.channels));
  if (request.orientation != 1) {
    thread_local DecodedImage as_stored;
    decode_part(
        bytes, info, {.channels = request.channels, .max_pixels = request.max_pixels}, as_stored);
    turn_upright(as_stored, request.orientation, out);
  } else if (info.format == ImageFormat::jpeg) {
    decode_jpeg(bytes, request, out);
  } else {
    decode_other_format(bytes, info, request.channels, out);
  }
}

void decode_image(std::span<const std::uint8_t> bytes,
                  int channels,
                  std::int64_t max_pixels,
                  const std::string& name,
                  DecodedImage& out,
                  bool exif) {
  try {
    const ImageInfo info = read_image_info(bytes);
    check_image_size(info, bytes.size(), max_pixels);
    const int orientation = exif ? exif_orientation(bytes, info.format) : 1;
    decode_part(bytes,
                info,
                {.channels = channels, .max_pixels = max_pixels, .orientation = orientation},
                out);
  } catch (const DataError& error) {
    throw DataError(concat(printable(name), ": cannot be decoded: ", error.what()), name);
  } catch (const std::bad_alloc&) {
    throw OutOfMemoryError(
        concat(printable(name), name.empty() ? "" : ": ", "not enough memory to decode the image"));
  }
}

}  // namespace trainer
