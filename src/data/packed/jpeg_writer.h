#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <trainer/transform.h>

namespace trainer {

/// Encodes 8-bit gray or RGB pixels as a baseline JPEG: 4:2:0, accurate DCT, Huffman tables made
/// for it. `orientation`, 2 to 8, is kept as the EXIF tag; 1: none is written.
void encode_jpeg(const ImageView& image,
                 int quality,
                 int orientation,
                 std::vector<std::uint8_t>& out);

/// A progressive JPEG (gray or three components) as a baseline one with the same coefficients and
/// the same other markers. Empty for anything else, and where libjpeg refuses.
std::optional<std::vector<std::uint8_t>> make_jpeg_baseline(std::span<const std::uint8_t> bytes);

}  // namespace trainer
