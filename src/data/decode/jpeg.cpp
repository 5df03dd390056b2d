#include "data/decode/jpeg.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <trainer/error.h>

#include "base/scratch.h"
#include "data/decode/jpeg_errors.h"
#include "data/decode/pixel_convert.h"

namespace trainer {
namespace {

/// Chroma samples, each for up to 2 pixels, are blended with their neighbours: at an edge of what
/// is decoded these are missing. One sample more than the part needs makes it exact. libjpeg widens
/// the part to whole blocks by itself.
constexpr int kMargin = 2;

/// What is to be decoded, and into what. `row` is scratch for colour spaces that libjpeg does not
/// convert itself.
struct Target {
  const DecodeRequest* request;
  DecodedImage* out;
  std::vector<std::uint8_t>* row;
};

void choose_colors(jpeg_decompress_struct& info, int channels) {
  if (info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK) {
    info.out_color_space = JCS_CMYK;
  } else if (info.num_components == 1 && channels == 1) {
    info.out_color_space = JCS_GRAYSCALE;
  } else {
    info.out_color_space = JCS_RGB;
  }
}

/// Reads rows that libjpeg delivers in the wanted layout straight into the image.
void read_direct(jpeg_decompress_struct& info, DecodedImage& out) {
  constexpr JDIMENSION kRows = 8;
  JSAMPROW rows[kRows];
  const auto first = static_cast<JDIMENSION>(out.y);
  const auto end = first + static_cast<JDIMENSION>(out.height);
  const std::size_t stride =
      static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.channels);
  while (info.output_scanline < end) {
    const JDIMENSION left = std::min(kRows, end - info.output_scanline);
    for (JDIMENSION i = 0; i < left; ++i) {
      rows[i] = out.pixels.data() + (info.output_scanline - first + i) * stride;
    }
    jpeg_read_scanlines(&info, rows, left);
  }
}

void read_converted(jpeg_decompress_struct& info, const Target& target) {
  DecodedImage& out = *target.out;
  const auto width = static_cast<std::size_t>(out.width);
  std::uint8_t* source = target.row->data();
  std::uint8_t* rgb_row = source + 4 * width;
  std::uint8_t* to = out.pixels.data();
  for (int y = 0; y < out.height; ++y, to += width * static_cast<std::size_t>(out.channels)) {
    JSAMPROW row = source;
    jpeg_read_scanlines(&info, &row, 1);
    if (info.out_color_space != JCS_CMYK) {
      rgb_to_gray(source, width, to);
    } else if (out.channels == 3) {
      inverted_cmyk_to_rgb(source, width, to);
    } else {
      inverted_cmyk_to_rgb(source, width, rgb_row);
      rgb_to_gray(rgb_row, width, to);
    }
  }
}

/// One scan, gray or colour with the chroma samplings for which libjpeg-turbo skips exactly (others
/// have known faults in some of its versions).
bool has_plain_layout(jpeg_decompress_struct& info) {
  if (info.progressive_mode || info.arith_code || jpeg_has_multiple_scans(&info)) return false;
  const jpeg_component_info* components = info.comp_info;
  const auto sampling = [components](int i) {
    return 10 * components[i].h_samp_factor + components[i].v_samp_factor;
  };
  if (info.num_components == 1) return sampling(0) == 11;
  if (info.num_components != 3) return false;
  const bool usual = sampling(0) == 11 || sampling(0) == 21 || sampling(0) == 22;
  return usual && sampling(1) == 11 && sampling(2) == 11;
}

int rows_of_a_block(const jpeg_decompress_struct& info) {
#if JPEG_LIB_VERSION >= 70
  return info.max_v_samp_factor * info.min_DCT_v_scaled_size;
#else
  return info.max_v_samp_factor * info.min_DCT_scaled_size;
#endif
}

/// Begins at the part that is wanted; `out` gets its place and size.
void start_at_part(jpeg_decompress_struct& info, const Box& part, DecodedImage& out, int channels) {
  const int width = static_cast<int>(info.output_width);
  // libjpeg-turbo skips exactly from row 0 to the start of a row of blocks.
  const int block = rows_of_a_block(info);
  const int top = std::max(0, part.y - kMargin) / block * block;
  const int left = std::max(0, part.x - kMargin);
  const int right = std::min(width, part.x + part.width + kMargin);
  auto x = static_cast<JDIMENSION>(left);
  auto columns = static_cast<JDIMENSION>(right - left);
  if (left > 0 || right < width) jpeg_crop_scanline(&info, &x, &columns);
  if (top > 0) jpeg_skip_scanlines(&info, static_cast<JDIMENSION>(top));
  out.reshape(part.y + part.height - top, static_cast<int>(columns), channels);
  out.x = static_cast<int>(x);
  out.y = top;
}

/// A file that breaks off is only noticed where it is read to its end: without an end marker in
/// its last bytes it is decoded whole.
bool has_end_marker(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t kTail = 2048;
  constexpr std::array<std::uint8_t, 2> kEnd = {0xff, 0xd9};
  const auto tail = bytes.last(std::min(kTail, bytes.size()));
  return std::find_end(tail.begin(), tail.end(), kEnd.begin(), kEnd.end()) != tail.end();
}

bool open(jpeg_decompress_struct& info, JpegFailure& failure, std::span<const std::uint8_t> bytes) {
  jpeg_create_decompress(&info);
  watch_scans(info, failure);
  jpeg_mem_src(&info, bytes.data(), static_cast<unsigned long>(bytes.size()));
  jpeg_read_header(&info, TRUE);
  return info.num_components == 1 || info.num_components == 3 || info.num_components == 4;
}

/// No object with a destructor may live in here: libjpeg leaves by longjmp.
bool decode_guarded(jpeg_decompress_struct& info,
                    JpegFailure& failure,
                    std::span<const std::uint8_t> bytes,
                    const Target& target) {
  if (setjmp(failure.jump) != 0) return false;
  const DecodeRequest& request = *target.request;
  const bool known = open(info, failure, bytes);
  const std::int64_t pixels =
      static_cast<std::int64_t>(info.image_width) * static_cast<std::int64_t>(info.image_height);
  if (pixels > request.max_pixels || !known) {
    std::snprintf(failure.message,
                  sizeof failure.message,
                  "%d components, %u x %u pixels",
                  info.num_components,
                  info.image_width,
                  info.image_height);
    return false;
  }
  choose_colors(info, request.channels);
  info.dct_method = JDCT_ISLOW;
  info.do_fancy_upsampling = TRUE;
  info.scale_num = 1;
  info.scale_denom = static_cast<unsigned>(request.shrink);
  const bool in_part = request.part && has_plain_layout(info) && has_end_marker(bytes);
  jpeg_start_decompress(&info);
  DecodedImage& out = *target.out;
  if (in_part) {
    const Box& part = *request.part;
    const bool inside = part.x >= 0 && part.y >= 0 && part.width > 0 && part.height > 0 &&
                        part.x + part.width <= static_cast<int>(info.output_width) &&
                        part.y + part.height <= static_cast<int>(info.output_height);
    if (!inside) {
      std::snprintf(failure.message, sizeof failure.message, "its size is not what it said");
      return false;
    }
    start_at_part(info, part, out, request.channels);
  } else {
    out.reshape(static_cast<int>(info.output_height),
                static_cast<int>(info.output_width),
                request.channels);
  }
  out.shrink = request.shrink;
  if (info.out_color_components == request.channels) {
    read_direct(info, out);
  } else {
    grow_scratch(*target.row, 7 * static_cast<std::size_t>(info.output_width));
    read_converted(info, target);
  }
  // Reads on to EOI, so that a file without its end is noticed.
  if (!in_part) jpeg_finish_decompress(&info);
  return true;
}

bool can_skip_guarded(jpeg_decompress_struct& info,
                      JpegFailure& failure,
                      std::span<const std::uint8_t> bytes) {
  if (setjmp(failure.jump) != 0) return false;
  return open(info, failure, bytes) && has_plain_layout(info);
}

}  // namespace

// A fresh decoder for each image: a kept one would lend its tables to a file that lacks them, and
// the pixels would depend on what was decoded before. It costs a few microseconds.

void decode_jpeg(std::span<const std::uint8_t> bytes,
                 const DecodeRequest& request,
                 DecodedImage& out) {
  thread_local std::vector<std::uint8_t> row;
  jpeg_decompress_struct info{};
  JpegFailure failure{};
  report_to(info, failure);
  bool good = false;
  try {
    good = decode_guarded(info, failure, bytes, {&request, &out, &row});
  } catch (...) {
    jpeg_destroy_decompress(&info);
    throw;
  }
  const std::string problem = good ? std::string() : reason(failure, info);
  jpeg_destroy_decompress(&info);
  if (!good) throw DataError(problem);
}

bool jpeg_can_skip(std::span<const std::uint8_t> bytes) {
  if (!has_end_marker(bytes)) return false;
  jpeg_decompress_struct info{};
  JpegFailure failure{};
  report_to(info, failure);
  const bool can = can_skip_guarded(info, failure, bytes);
  jpeg_destroy_decompress(&info);
  return can;
}

}  // namespace trainer
