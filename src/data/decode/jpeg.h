#pragma once
#include <cstdint>
#include <span>

#include "data/decode/decode.h"

namespace trainer {

/// Decodes a whole JPEG (baseline or progressive; gray, YCbCr, RGB, CMYK, YCCK) with libjpeg-turbo
/// to Pillow's pixels: accurate integer DCT, smooth chroma. Throws DataError on damage, also where
/// libjpeg itself would only warn. The caller has checked the size in the header.
void decode_jpeg(std::span<const std::uint8_t> bytes,
                 int channels,
                 std::int64_t max_pixels,
                 DecodedImage& out);

}  // namespace trainer
