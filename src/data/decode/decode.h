#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/box.h"
#include "data/decode/image_info.h"

namespace trainer {

/// Pixels of one decoded image, meant to be reused from image to image: memory only grows.
struct DecodedImage {
  static constexpr std::size_t kPadding = 16;

  /// [height, width, channels] uint8, tightly packed, then at least `kPadding` readable bytes. The
  /// vector may be longer than that: a larger image used it before.
  std::vector<std::uint8_t> pixels;
  int height = 0, width = 0, channels = 0;
  int x = 0, y = 0;  ///< where in the image these pixels lie: not at 0, 0 when only a part is here
  int shrink = 1;    ///< the image was decoded at 1 / shrink of its size, sides rounded up

  std::size_t bytes() const {
    return static_cast<std::size_t>(height) * static_cast<std::size_t>(width) *
           static_cast<std::size_t>(channels);
  }
  /// Sets the size of a whole image and makes room; the content is left as it is.
  void reshape(int new_height, int new_width, int new_channels);
};

/// Limit that Pillow warns at doubled: beyond it an image is refused from its header.
inline constexpr std::int64_t kDefaultMaxPixels = 178'956'970;
/// Longest side of an image.
inline constexpr std::int64_t kMaxImageSide = 65'535;

/// What of an image is wanted. More may be delivered: formats differ in what they can leave out.
struct DecodeRequest {
  int channels = 3;
  std::int64_t max_pixels = 0;
  std::optional<Box> part;  ///< pixels of the image at 1 / shrink; none: all
  int shrink = 1;           ///< 1, 2, 4 or 8, and 1 unless can_shrink
  int orientation = 1;      ///< as exif_orientation says, to be undone; then all is delivered
};

/// Whether the image, whose header was read, can be decoded at 1/2, 1/4 and 1/8 of its size with
/// less work.
bool can_shrink(std::span<const std::uint8_t> bytes, const ImageInfo& info);

/// Like decode_image, for an image whose size has been checked (check_image_size); messages are
/// without a name. Delivered pixels are those of the whole decoded image, bit for bit, where shrink
/// is 1.
void decode_part(std::span<const std::uint8_t> bytes,
                 const ImageInfo& info,
                 const DecodeRequest& request,
                 DecodedImage& out);

/// Decodes a JPEG, PNG, WebP, BMP or TIFF image, told apart by content, to 8-bit gray (`channels`
/// 1) or RGB (`channels` 3). Gray from colour as Pillow's `L`; of 16-bit samples the high byte;
/// alpha is dropped, not composited; EXIF orientation is followed where `exif`. Damaged and
/// truncated files are errors, and sizes above `max_pixels` or `kMaxImageSide` are refused before
/// any memory is taken. Throws DataError, whose message starts with `name`. Thread-safe; state is
/// per thread.
void decode_image(std::span<const std::uint8_t> bytes,
                  int channels,
                  std::int64_t max_pixels,
                  const std::string& name,
                  DecodedImage& out,
                  bool exif = false);

}  // namespace trainer
