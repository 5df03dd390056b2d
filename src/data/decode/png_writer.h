#pragma once
#include <cstdint>
#include <string>

namespace trainer {

/// Writes uint8 pixels [height, width, channels] (1 gray or 3 RGB channels) as a PNG file. Throws
/// FileError when the file cannot be written.
void save_png(
    const std::string& path, const std::uint8_t* pixels, int height, int width, int channels);

}  // namespace trainer
