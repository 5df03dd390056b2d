#include "data/cache/pixel_decoder.h"

#include "data/decode/decode.h"

namespace trainer {

CacheDecoder pixel_decoder(int channels, std::int64_t max_pixels, bool exif) {
  return [channels, max_pixels, exif](
             std::span<const std::uint8_t> encoded, const std::string& name, SourceImage& image) {
    thread_local DecodedImage decoded;
    decode_image(encoded, channels, max_pixels, name, decoded, exif);
    const auto bytes = static_cast<std::ptrdiff_t>(decoded.bytes());
    image.bytes.assign(decoded.pixels.begin(), decoded.pixels.begin() + bytes);
    image.encoded = false;
    image.height = decoded.height;
    image.width = decoded.width;
    image.channels = decoded.channels;
  };
}

}  // namespace trainer
