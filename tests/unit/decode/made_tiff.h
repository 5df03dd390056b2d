#pragma once
#include <vector>

#include "helpers.h"

namespace trainer::test {

struct TiffEntry {
  std::uint16_t tag;
  std::uint32_t value;
  std::uint16_t type = 4;  ///< LONG
};

/// A big-endian TIFF with `pixels` at byte 8. `entries` are sorted by tag, and what they say holds.
inline Bytes make_tiff(const std::vector<TiffEntry>& entries, const Bytes& pixels) {
  const auto append_be16 = [](Bytes& out, std::uint32_t value) {
    out.push_back(static_cast<std::uint8_t>(value >> 8));
    out.push_back(static_cast<std::uint8_t>(value));
  };
  Bytes tiff = to_bytes(std::string_view("MM\0\x2a", 4));
  append_be32(tiff, 8 + pixels.size());
  tiff.insert(tiff.end(), pixels.begin(), pixels.end());
  append_be16(tiff, static_cast<std::uint32_t>(entries.size()));
  for (const TiffEntry& entry : entries) {
    append_be16(tiff, entry.tag);
    append_be16(tiff, entry.type);
    append_be32(tiff, 1);
    append_be32(tiff, entry.value);
  }
  tiff.resize(tiff.size() + 4);
  return tiff;
}

/// Gray levels in one strip that says that it has `rows` rows.
inline Bytes make_gray_tiff(std::uint32_t width, std::uint32_t height, std::uint32_t rows) {
  Bytes pixels;
  for (std::uint32_t i = 0; i < width * height; ++i) {
    pixels.push_back(static_cast<std::uint8_t>(7 * i));
  }
  return make_tiff({{256, width},
                    {257, height},
                    {258, 8},
                    {259, 1},
                    {262, 1},
                    {273, 8},
                    {277, 1},
                    {278, rows},
                    {279, width * height}},
                   pixels);
}

}  // namespace trainer::test
