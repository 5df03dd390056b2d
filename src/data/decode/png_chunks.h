#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace trainer {

/// Checks a PNG's chunks and their CRCs, and gives the file with only what its pixels need (IHDR,
/// PLTE, IDAT, IEND): metadata, animation and transparency never reach the decoder. Uses `scratch`
/// where something was left out. Throws DataError naming the chunk on damage and truncation.
std::span<const std::uint8_t> essential_png(std::span<const std::uint8_t> bytes,
                                            std::vector<std::uint8_t>& scratch);

}  // namespace trainer
