#pragma once
#include <cstdint>
#include <span>

#include "data/decode/decode.h"

namespace trainer {

/// Decodes a JPEG (baseline or progressive; gray, YCbCr, RGB, CMYK, YCCK) with libjpeg-turbo to
/// Pillow's pixels: accurate integer DCT, smooth chroma. Of a JPEG that jpeg_can_skip, no more is
/// decoded than the wanted part, with a margin, since smoothing the chroma looks at neighbours;
/// damage below that part goes unseen. Throws DataError on damage, also where libjpeg itself would
/// only warn. The caller has checked the size in the header.
void decode_jpeg(std::span<const std::uint8_t> bytes,
                 const DecodeRequest& request,
                 DecodedImage& out);

/// Whether a part of it can be decoded alone to the same pixels, and at 1/2, 1/4 and 1/8 of the
/// size: one scan, with the usual chroma sampling, and the file goes on to its end marker.
bool jpeg_can_skip(std::span<const std::uint8_t> bytes);

}  // namespace trainer
