#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace trainer {

/// Pixels of one decoded image, meant to be reused from image to image: memory only grows.
struct DecodedImage {
  static constexpr std::size_t kPadding = 16;

  /// [height, width, channels] uint8, tightly packed, then at least `kPadding` readable bytes. The
  /// vector may be longer than that: a larger image used it before.
  std::vector<std::uint8_t> pixels;
  int height = 0, width = 0, channels = 0;

  std::size_t bytes() const {
    return static_cast<std::size_t>(height) * static_cast<std::size_t>(width) *
           static_cast<std::size_t>(channels);
  }
  /// Sets the size and makes room; the content is left as it is.
  void reshape(int new_height, int new_width, int new_channels);
};

/// Limit that Pillow warns at doubled: beyond it an image is refused from its header.
inline constexpr std::int64_t kDefaultMaxPixels = 178'956'970;
/// Longest side of an image.
inline constexpr std::int64_t kMaxImageSide = 65'535;

/// Decodes a JPEG, PNG, WebP, BMP or TIFF image, told apart by content, to 8-bit gray (`channels`
/// 1) or RGB (`channels` 3). Gray from colour as Pillow's `L`; of 16-bit samples the high byte;
/// alpha is dropped, not composited; EXIF orientation is ignored. Damaged and truncated files are
/// errors, and sizes above `max_pixels` or `kMaxImageSide` are refused before any memory is taken.
/// Throws DataError, whose message starts with `name`. Thread-safe; state is per thread.
void decode_image(std::span<const std::uint8_t> bytes,
                  int channels,
                  std::int64_t max_pixels,
                  const std::string& name,
                  DecodedImage& out);

}  // namespace trainer
