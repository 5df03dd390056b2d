#include "data/decode/jpeg.h"

#include <csetjmp>
#include <cstdio>

#include <trainer/error.h>
// libjpeg's headers need size_t and FILE declared before them.
#include <algorithm>
#include <string>
#include <vector>

#include <jerror.h>
#include <jpeglib.h>

#include "base/text.h"
#include "data/decode/pixel_convert.h"

namespace trainer {
namespace {

/// More scans than any encoder makes; a hostile file asks for thousands, each over all pixels.
constexpr int kMaxScans = 500;

/// Everything that lives across libjpeg's longjmp: plain data only.
struct JpegFailure {
  jpeg_error_mgr base;
  std::jmp_buf jump;
  bool truncated;
  bool too_many_scans;
  char message[JMSG_LENGTH_MAX];
};

struct ScanLimit {
  jpeg_progress_mgr base;
};

JpegFailure& failure_of(j_common_ptr info) {
  return *reinterpret_cast<JpegFailure*>(info->err);  // NOLINT: libjpeg's way of carrying context
}

[[noreturn]] void leave(j_common_ptr info) {
  JpegFailure& failure = failure_of(info);
  info->err->format_message(info, failure.message);
  std::longjmp(failure.jump, 1);
}

/// Warnings that say nothing against the pixels. Bytes between the last scan and EOI come from
/// cameras and editors; before a restart marker they mean that decoding lost its place.
bool is_harmless(j_common_ptr info) {
  switch (info->err->msg_code) {
    case JWRN_JFIF_MAJOR:
    case JWRN_ADOBE_XFORM:
    case JWRN_BOGUS_ICC:
    case JWRN_TOO_MUCH_DATA:
      return true;
    case JWRN_EXTRANEOUS_DATA: {
      const int marker = info->err->msg_parm.i[1];
      return marker < JPEG_RST0 || marker > JPEG_RST0 + 7;
    }
    default:
      return false;
  }
}

void on_message(j_common_ptr info, int level) {
  if (level >= 0 || is_harmless(info)) return;
  failure_of(info).truncated = info->err->msg_code == JWRN_JPEG_EOF;
  leave(info);
}

void on_progress(j_common_ptr info) {
  if (reinterpret_cast<j_decompress_ptr>(info)->input_scan_number > kMaxScans) {
    failure_of(info).too_many_scans = true;
    leave(info);
  }
}

/// Where the rows go. `row` is scratch for colour spaces that libjpeg does not convert itself.
struct Target {
  int channels;
  std::int64_t max_pixels;
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
void read_direct(jpeg_decompress_struct& info, std::uint8_t* pixels, std::size_t stride) {
  constexpr JDIMENSION kRows = 8;
  JSAMPROW rows[kRows];
  while (info.output_scanline < info.output_height) {
    const JDIMENSION left = std::min(kRows, info.output_height - info.output_scanline);
    for (JDIMENSION i = 0; i < left; ++i) rows[i] = pixels + (info.output_scanline + i) * stride;
    jpeg_read_scanlines(&info, rows, left);
  }
}

void read_converted(jpeg_decompress_struct& info, const Target& target) {
  const std::size_t width = info.output_width;
  std::uint8_t* source = target.row->data();
  std::uint8_t* rgb_row = source + 4 * width;
  std::uint8_t* pixels = target.out->pixels.data();
  while (info.output_scanline < info.output_height) {
    std::uint8_t* to =
        pixels + info.output_scanline * width * static_cast<std::size_t>(target.channels);
    JSAMPROW row = source;
    jpeg_read_scanlines(&info, &row, 1);
    if (info.out_color_space != JCS_CMYK) {
      rgb_to_gray(source, width, to);
    } else if (target.channels == 3) {
      inverted_cmyk_to_rgb(source, width, to);
    } else {
      inverted_cmyk_to_rgb(source, width, rgb_row);
      rgb_to_gray(rgb_row, width, to);
    }
  }
}

/// No object with a destructor may live in here: libjpeg leaves by longjmp.
bool decode_guarded(jpeg_decompress_struct& info,
                    JpegFailure& failure,
                    ScanLimit& limit,
                    std::span<const std::uint8_t> bytes,
                    const Target& target) {
  if (setjmp(failure.jump) != 0) return false;
  jpeg_create_decompress(&info);
  info.progress = &limit.base;
  jpeg_mem_src(&info, bytes.data(), static_cast<unsigned long>(bytes.size()));
  jpeg_read_header(&info, TRUE);
  const std::int64_t pixels =
      static_cast<std::int64_t>(info.image_width) * static_cast<std::int64_t>(info.image_height);
  const int components = info.num_components;
  if (pixels > target.max_pixels || (components != 1 && components != 3 && components != 4)) {
    std::snprintf(failure.message,
                  sizeof failure.message,
                  "%d components, %u x %u pixels",
                  components,
                  info.image_width,
                  info.image_height);
    return false;
  }
  choose_colors(info, target.channels);
  info.dct_method = JDCT_ISLOW;
  info.do_fancy_upsampling = TRUE;
  jpeg_start_decompress(&info);
  target.out->reshape(
      static_cast<int>(info.output_height), static_cast<int>(info.output_width), target.channels);
  if (info.out_color_components == target.channels) {
    read_direct(info,
                target.out->pixels.data(),
                info.output_width * static_cast<std::size_t>(target.channels));
  } else {
    target.row->resize(7 * static_cast<std::size_t>(info.output_width));
    read_converted(info, target);
  }
  // Reads on to EOI, so that a file without its end is noticed.
  jpeg_finish_decompress(&info);
  return true;
}

std::string reason(const JpegFailure& failure, const jpeg_decompress_struct& info) {
  if (failure.too_many_scans) {
    return concat("a progressive JPEG with more than ", kMaxScans, " scans, which is refused");
  }
  const std::string place = info.output_scanline > 0 && info.output_scanline < info.output_height
                                ? concat(" at row ",
                                         static_cast<long long>(info.output_scanline),
                                         " of ",
                                         static_cast<long long>(info.output_height))
                                : std::string();
  if (failure.truncated) return concat("a truncated JPEG: the file ends before the image", place);
  return concat("a damaged JPEG", place, ": ", printable(failure.message));
}

}  // namespace

void decode_jpeg(std::span<const std::uint8_t> bytes,
                 int channels,
                 std::int64_t max_pixels,
                 DecodedImage& out) {
  thread_local std::vector<std::uint8_t> row;
  jpeg_decompress_struct info{};
  JpegFailure failure{};
  ScanLimit limit{};
  info.err = jpeg_std_error(&failure.base);
  failure.base.error_exit = leave;
  failure.base.emit_message = on_message;
  limit.base.progress_monitor = on_progress;
  // A fresh decoder for each image: a kept one would lend its tables to a file that lacks them,
  // and the pixels would depend on what was decoded before. It costs a few microseconds.
  bool good = false;
  try {
    good = decode_guarded(info, failure, limit, bytes, {channels, max_pixels, &out, &row});
  } catch (...) {
    jpeg_destroy_decompress(&info);
    throw;
  }
  const std::string problem = good ? std::string() : reason(failure, info);
  jpeg_destroy_decompress(&info);
  if (!good) throw DataError(problem);
}

}  // namespace trainer
