#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "data/decode/image_info.h"

namespace trainer {

/// Size and sample layout from the first directory of a TIFF. Throws DataError on a damaged header
/// and on layouts that are not supported (floating point, more than 16 bits).
ImageInfo read_tiff_info(std::span<const std::uint8_t> bytes);

/// The same file with its alpha, if it has one of its own, declared as already multiplied in:
/// libtiff would otherwise multiply it into the colours. Uses `scratch` for the changed copy.
std::span<const std::uint8_t> tiff_with_plain_colors(std::span<const std::uint8_t> bytes,
                                                     std::vector<std::uint8_t>& scratch);

}  // namespace trainer
