#pragma once
#include <string_view>

#include "unit/decode/made_jpeg.h"
#include "unit/decode/made_png.h"

namespace trainer::test {

inline Bytes damaged(Bytes png) {
  png[png.size() - 20] ^= 0x55;
  return png;
}

inline Bytes chunk(std::string_view type, const Bytes& body) {
  Bytes bytes;
  append_chunk(bytes, type, body);
  return bytes;
}

/// A JPEG whose EXIF block asks for a quarter turn.
inline Bytes turned(Bytes jpeg) {
  Bytes block = {0xff, 0xe1, 0, 34};
  for (const char c : std::string_view("Exif\0\0", 6)) {
    block.push_back(static_cast<std::uint8_t>(c));
  }
  const Bytes directory = {'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 18, 0,
                           3,   0,   0, 0,  1, 0, 6, 0, 0, 0, 0, 0,  0};
  block.insert(block.end(), directory.begin(), directory.end());
  jpeg.insert(jpeg.begin() + 2, block.begin(), block.end());
  return jpeg;
}

inline Bytes animated_webp() {
  Bytes bytes = to_bytes("RIFF");
  bytes.insert(bytes.end(), {22, 0, 0, 0});
  for (const char c : std::string_view("WEBPVP8X")) bytes.push_back(static_cast<std::uint8_t>(c));
  bytes.insert(bytes.end(), {10, 0, 0, 0, 2, 0, 0, 0, 19, 0, 0, 19, 0, 0});
  return bytes;
}

inline Bytes cmyk_photo() {
  JpegKind kind;
  kind.color = JCS_CMYK;
  kind.components = 4;
  kind.width = kind.height = 24;
  return make_jpeg(kind, [](int x, int y, int c) { return (x * 9 + y * 5 + c * 50) & 255; });
}

}  // namespace trainer::test
