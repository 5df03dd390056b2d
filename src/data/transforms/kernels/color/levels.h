#pragma once
#include <array>
#include <cstdint>

#include <trainer/transform.h>

namespace trainer {

/// What becomes of each value of a byte.
using Levels = std::array<std::uint8_t, 256>;
using ChannelLevels = std::array<Levels, 4>;

/// 255 - value: Pillow's ImageOps.invert.
Levels inverted_levels();
/// Values from `threshold` on inverted: Pillow's ImageOps.solarize.
Levels solarized_levels(double threshold);
/// The highest `bits` (0 to 8) bits of a value: Pillow's ImageOps.posterize.
Levels posterized_levels(int bits);

/// Replaces each byte; `in` and `out` are equal in shape, and may be the same memory.
void map_levels(const ImageView& in, const MutableImageView& out, const Levels& levels);
/// The same with a table for each channel.
void map_levels(const ImageView& in, const MutableImageView& out, const ChannelLevels& levels);

}  // namespace trainer
