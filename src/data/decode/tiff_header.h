#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "data/decode/image_info.h"

namespace trainer {

/// Size and sample layout from the first directory of a TIFF. Throws DataError on a damaged header
/// and on layouts that are not supported (floating point, more than 16 bits).
ImageInfo read_tiff_info(std::span<const std::uint8_t> bytes);

/// The same file as libtiff and OpenCV give its pixels without harm: alpha of its own is declared
/// as already multiplied in, as it would otherwise be multiplied into the colours, and strips are
/// no taller than the image, as memory is taken for all of their rows. Uses `scratch` for a changed
/// copy. Throws DataError on a damaged header.
std::span<const std::uint8_t> tiff_for_decoder(std::span<const std::uint8_t> bytes,
                                               std::vector<std::uint8_t>& scratch);

}  // namespace trainer
