#pragma once
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

// libjpeg's headers need size_t and FILE declared before them.
#include <jpeglib.h>

#include "base/random.h"

namespace trainer::test {

/// A picture with hard edges and noise, where wrong smoothing of the chroma would show.
inline std::vector<std::uint8_t> picture(int width, int height, std::uint64_t seed) {
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(width * height * 3));
  Random random({.seed = seed, .use = RandomUse::synthetic});
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const bool inside = (x / 7 + y / 5) % 3 == 0;
      std::uint8_t* pixel = pixels.data() + 3 * (y * width + x);
      pixel[0] = inside ? 230 : static_cast<std::uint8_t>(x * 255 / width);
      pixel[1] = static_cast<std::uint8_t>(random.below(40) + (inside ? 10 : 120));
      pixel[2] = inside ? 20 : static_cast<std::uint8_t>(y * 255 / height);
    }
  }
  return pixels;
}

struct Encoding {
  int h = 2, v = 2;  ///< sampling of the first component
  int channels = 3;
  bool progressive = false;
  int restart_rows = 0;
};

inline std::vector<std::uint8_t> encode(const std::vector<std::uint8_t>& pixels,
                                        int width,
                                        int height,
                                        const Encoding& how) {
  jpeg_compress_struct info{};
  jpeg_error_mgr errors{};
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  unsigned char* memory = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&info, &memory, &size);
  info.image_width = static_cast<JDIMENSION>(width);
  info.image_height = static_cast<JDIMENSION>(height);
  info.input_components = how.channels;
  info.in_color_space = how.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, 90, TRUE);
  info.comp_info[0].h_samp_factor = how.h;
  info.comp_info[0].v_samp_factor = how.v;
  if (how.progressive) jpeg_simple_progression(&info);
  info.restart_in_rows = how.restart_rows;
  jpeg_start_compress(&info, TRUE);
  while (info.next_scanline < info.image_height) {
    JSAMPROW row = const_cast<JSAMPROW>(  // NOLINT: libjpeg does not write to it
        pixels.data() + info.next_scanline * static_cast<std::size_t>(width * how.channels));
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  std::vector<std::uint8_t> bytes(memory, memory + size);
  std::free(memory);
  return bytes;
}

}  // namespace trainer::test
