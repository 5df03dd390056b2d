#pragma once
#include <cstdio>
#include <cstdlib>
// libjpeg's header needs size_t and FILE declared before it.
#include <jpeglib.h>

#include "helpers.h"

namespace trainer::test {

struct JpegKind {
  int width = 16, height = 16;
  J_COLOR_SPACE color = JCS_RGB;
  int components = 3;
  bool progressive = false;
  bool adobe_marker = false;
  std::vector<jpeg_scan_info> scans;  ///< of a progressive file; empty: the usual ones
};

/// Encodes pixels made by `value(x, y, component)` with libjpeg.
template <class Value>
Bytes make_jpeg(const JpegKind& kind, Value value) {
  jpeg_compress_struct info{};
  jpeg_error_mgr errors{};
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  unsigned char* memory = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&info, &memory, &size);
  info.image_width = static_cast<JDIMENSION>(kind.width);
  info.image_height = static_cast<JDIMENSION>(kind.height);
  info.input_components = kind.components;
  info.in_color_space = kind.color;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, 95, TRUE);
  if (kind.color == JCS_CMYK) info.write_Adobe_marker = kind.adobe_marker ? TRUE : FALSE;
  if (kind.progressive) jpeg_simple_progression(&info);
  if (!kind.scans.empty()) {
    info.scan_info = kind.scans.data();
    info.num_scans = static_cast<int>(kind.scans.size());
  }
  jpeg_start_compress(&info, TRUE);
  Bytes row(static_cast<std::size_t>(kind.width * kind.components));
  for (int y = 0; y < kind.height; ++y) {
    for (int x = 0; x < kind.width; ++x) {
      for (int c = 0; c < kind.components; ++c) {
        row[static_cast<std::size_t>(x * kind.components + c)] =
            static_cast<std::uint8_t>(value(x, y, c));
      }
    }
    JSAMPROW rows = row.data();
    jpeg_write_scanlines(&info, &rows, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  const Bytes bytes(memory, memory + size);
  std::free(memory);
  return bytes;
}

/// A picture with enough detail that every part of the file matters.
inline Bytes make_photo(int width, int height, bool progressive = false) {
  JpegKind kind;
  kind.width = width;
  kind.height = height;
  kind.progressive = progressive;
  return make_jpeg(kind,
                   [](int x, int y, int c) { return (x * (7 + c) + y * y / 3 + x * y) & 255; });
}

/// Position of the frame header's 0xff byte.
inline std::size_t frame_header(const Bytes& jpeg) {
  for (std::size_t i = 0; i + 1 < jpeg.size(); ++i) {
    if (jpeg[i] == 0xff && (jpeg[i + 1] == 0xc0 || jpeg[i + 1] == 0xc2)) return i;
  }
  ADD_FAILURE() << "no frame header";
  return 0;
}

/// The same file with another size in its header.
inline Bytes with_size(Bytes jpeg, int width, int height) {
  const std::size_t at = frame_header(jpeg);
  jpeg[at + 5] = static_cast<std::uint8_t>(height >> 8);
  jpeg[at + 6] = static_cast<std::uint8_t>(height);
  jpeg[at + 7] = static_cast<std::uint8_t>(width >> 8);
  jpeg[at + 8] = static_cast<std::uint8_t>(width);
  return jpeg;
}

}  // namespace trainer::test
