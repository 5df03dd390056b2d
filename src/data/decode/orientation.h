#pragma once
#include <cstdint>
#include <span>

#include "data/decode/decode.h"
#include "data/decode/image_info.h"

namespace trainer {

/// How a camera says its picture is to be turned: 1 to 8 of EXIF's tag 274. 1, as it is, where the
/// file says nothing or something else. A TIFF's own tag is no part of this: it is always followed.
int exif_orientation(std::span<const std::uint8_t> bytes, ImageFormat format);

/// Whether an orientation swaps height and width.
constexpr bool swaps_sides(int orientation) {
  return orientation >= 5 && orientation <= 8;
}

/// The image turned upright, as Pillow's ImageOps.exif_transpose does it.
void turn_upright(const DecodedImage& image, int orientation, DecodedImage& out);

}  // namespace trainer
