#pragma once
#include <cstdint>

#include <trainer/transform.h>

namespace trainer {

/// Luma of an RGB pixel as Pillow's mode `L` rounds it (ITU-R 601-2).
inline std::uint8_t luma(const std::uint8_t* rgb) {
  return static_cast<std::uint8_t>((rgb[0] * 19595U + rgb[1] * 38470U + rgb[2] * 7471U + 0x8000U) >>
                                   16);
}

/// Pixels of 1 (gray), 2 (gray, alpha), 3 (RGB) or 4 (RGBA) channels as 1 or 3 channels; alpha is
/// dropped. Equal height and width; they do not overlap.
void convert_channels(const ImageView& in, const MutableImageView& out);

}  // namespace trainer
