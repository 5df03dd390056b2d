#pragma once
#include <cstdint>
#include <span>

#include "data/decode/decode.h"
#include "data/decode/image_info.h"

namespace trainer {

/// Decodes PNG, WebP, BMP and TIFF through OpenCV and converts to gray or RGB. Throws DataError on
/// damage. The caller has checked the size in the header.
void decode_other_format(std::span<const std::uint8_t> bytes,
                         const ImageInfo& info,
                         int channels,
                         DecodedImage& out);

}  // namespace trainer
