#pragma once
#include <csetjmp>
#include <cstdio>
#include <string>

// libjpeg's headers need size_t and FILE declared before them.
#include <jpeglib.h>

namespace trainer {

/// How libjpeg's errors, and those of its warnings that speak against the pixels, come out: by
/// longjmp, as it is C. Everything that lives across the jump is plain data.
struct JpegFailure {
  jpeg_error_mgr base;
  jpeg_progress_mgr progress;
  std::jmp_buf jump;
  bool truncated;
  bool too_many_scans;
  char message[JMSG_LENGTH_MAX];
};

/// Makes `info` report to `failure`; call before jpeg_create_decompress, and watch_scans after it.
void report_to(jpeg_decompress_struct& info, JpegFailure& failure);
/// Ends the decoding of files with more scans than any encoder makes: a hostile one asks for
/// thousands, each over all pixels.
void watch_scans(jpeg_decompress_struct& info, JpegFailure& failure);

/// What was wrong, and where: "a truncated JPEG: the file ends before the image at row 7 of 20".
std::string reason(const JpegFailure& failure, const jpeg_decompress_struct& info);

}  // namespace trainer
