#include "data/decode/jpeg_errors.h"

#include <jerror.h>

#include "base/text.h"

namespace trainer {
namespace {

constexpr int kMaxScans = 500;

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

}  // namespace

void report_to(jpeg_decompress_struct& info, JpegFailure& failure) {
  info.err = jpeg_std_error(&failure.base);
  failure.base.error_exit = leave;
  failure.base.emit_message = on_message;
}

void watch_scans(jpeg_decompress_struct& info, JpegFailure& failure) {
  failure.progress.progress_monitor = on_progress;
  info.progress = &failure.progress;
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

}  // namespace trainer
