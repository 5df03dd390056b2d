#pragma once
#include <cstdint>
#include <span>
#include <string>

namespace trainer {

enum class ImageFormat { jpeg, png, webp, bmp, tiff };

/// "JPEG", "PNG", …
const char* image_format_name(ImageFormat format);

/// What a file's header says, read without decoding anything.
struct ImageInfo {
  ImageFormat format = ImageFormat::jpeg;
  std::int64_t width = 0, height = 0;
  /// The least number of bytes that a file of this size can have, as far as the format fixes it.
  /// A shorter file is truncated or its header lies.
  std::int64_t least_bytes = 0;
  /// Of a TIFF in tiles, which are decoded as a whole, however small the image is; else 0.
  std::int64_t tile_width = 0, tile_height = 0;
};

/// Reads format and size from the content. Throws DataError with a reason that stands for itself
/// ("an HTML page, not an image") when the content is no image of a supported format.
ImageInfo read_image_info(std::span<const std::uint8_t> bytes);

/// Throws DataError when the size is empty, above `max_pixels` or above kMaxImageSide, that of a
/// tile too, or when the content is too short for it.
void check_image_size(const ImageInfo& info, std::size_t file_bytes, std::int64_t max_pixels);

}  // namespace trainer
