#pragma once
#include <cstddef>
#include <cstdint>

namespace trainer {

/// Pillow's luma of an RGB pixel: ITU-R 601 weights in 16-bit fixed point, rounded.
inline std::uint8_t luma(std::uint32_t red, std::uint32_t green, std::uint32_t blue) {
  return static_cast<std::uint8_t>((19595 * red + 38470 * green + 7471 * blue + 0x8000) >> 16);
}

/// `count` RGB pixels to gray.
inline void rgb_to_gray(const std::uint8_t* rgb, std::size_t count, std::uint8_t* gray) {
  for (std::size_t i = 0; i < count; ++i)
    gray[i] = luma(rgb[3 * i], rgb[3 * i + 1], rgb[3 * i + 2]);
}

/// `count` CMYK pixels as they stand in a JPEG (inverted: 255 is no ink) to RGB, by Pillow's
/// formula: nk - c * nk / 255, rounded in integers, where c is the ink and nk the light that black
/// lets through.
inline void inverted_cmyk_to_rgb(const std::uint8_t* cmyk, std::size_t count, std::uint8_t* rgb) {
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t light = cmyk[4 * i + 3];
    for (std::size_t c = 0; c < 3; ++c) {
      const std::uint32_t product = (255U - cmyk[4 * i + c]) * light + 128;
      rgb[3 * i + c] = static_cast<std::uint8_t>(light - (((product >> 8) + product) >> 8));
    }
  }
}

}  // namespace trainer
