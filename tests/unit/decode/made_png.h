#pragma once
#include <zlib.h>

#include "helpers.h"

namespace trainer::test {

inline void append_chunk(Bytes& png, std::string_view type, const Bytes& body) {
  append_be32(png, body.size());
  const std::size_t begin = png.size();
  png.insert(png.end(), type.begin(), type.end());
  png.insert(png.end(), body.begin(), body.end());
  append_be32(png, crc32(0, png.data() + begin, static_cast<uInt>(png.size() - begin)));
}

struct PngKind {
  std::size_t width, height;
  std::uint8_t depth, color;  ///< colour type: 0 gray, 2 RGB, 3 palette, 4 gray + alpha, 6 RGBA
};

/// A PNG whose rows are all `row`, with `extra` chunks before the pixels.
inline Bytes make_png(const PngKind& kind, const Bytes& row, const Bytes& extra = {}) {
  Bytes png = to_bytes("\x89PNG\r\n\x1a\n");
  Bytes header;
  append_be32(header, kind.width);
  append_be32(header, kind.height);
  header.insert(header.end(), {kind.depth, kind.color, 0, 0, 0});
  append_chunk(png, "IHDR", header);
  png.insert(png.end(), extra.begin(), extra.end());

  Bytes packed(1024 + (row.size() + 1) * kind.height / 500);
  z_stream stream{};
  deflateInit(&stream, 9);
  stream.next_out = packed.data();
  stream.avail_out = static_cast<uInt>(packed.size());
  Bytes line(1, 0);
  line.insert(line.end(), row.begin(), row.end());
  for (std::size_t y = 0; y < kind.height; ++y) {
    stream.next_in = line.data();
    stream.avail_in = static_cast<uInt>(line.size());
    deflate(&stream, y + 1 == kind.height ? Z_FINISH : Z_NO_FLUSH);
  }
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  append_chunk(png, "IDAT", packed);
  append_chunk(png, "IEND", {});
  return png;
}

/// The same for small images: `pixel` all over.
inline Bytes make_plain_png(const PngKind& kind, const Bytes& pixel, const Bytes& extra = {}) {
  Bytes row;
  for (std::size_t x = 0; x < kind.width; ++x) row.insert(row.end(), pixel.begin(), pixel.end());
  return make_png(kind, row, extra);
}

}  // namespace trainer::test
