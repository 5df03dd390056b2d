#include "data/decode/decode.h"

#include <new>

#include <trainer/error.h>

#include "base/text.h"
#include "data/decode/image_info.h"
#include "data/decode/jpeg.h"
#include "data/decode/other_formats.h"

namespace trainer {

void DecodedImage::reshape(int new_height, int new_width, int new_channels) {
  height = new_height;
  width = new_width;
  channels = new_channels;
  if (pixels.size() < bytes() + kPadding) pixels.resize(bytes() + kPadding);
}

void decode_image(std::span<const std::uint8_t> bytes,
                  int channels,
                  std::int64_t max_pixels,
                  const std::string& name,
                  DecodedImage& out) {
  TRAINER_ASSERT(channels == 1 || channels == 3, concat("channels is ", channels));
  try {
    const ImageInfo info = read_image_info(bytes);
    check_image_size(info, bytes.size(), max_pixels);
    if (info.format == ImageFormat::jpeg) {
      decode_jpeg(bytes, channels, max_pixels, out);
    } else {
      decode_other_format(bytes, info, channels, out);
    }
  } catch (const DataError& error) {
    throw DataError(concat(printable(name), ": cannot be decoded: ", error.what()), name);
  } catch (const std::bad_alloc&) {
    throw OutOfMemoryError(concat(printable(name), ": not enough memory to decode the image"));
  }
}

}  // namespace trainer
