#include "data/packed/jpeg_writer.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <string>

#include <trainer/error.h>

#include "base/text.h"
#include "data/decode/jpeg_errors.h"
// After libjpeg's own header.
#include <jerror.h>

namespace trainer {
namespace {

/// Coefficients of a progressive JPEG all lie in memory: 6 bytes a pixel.
constexpr std::uint64_t kMaxTranscodedPixels = std::uint64_t{1} << 26;

/// Where libjpeg writes the result: memory that grows, and that is known here whenever libjpeg
/// leaves, which jpeg_mem_dest does not tell. Plain data, as it lives across the longjmp.
struct Destination {
  jpeg_destination_mgr base;
  unsigned char* bytes;
  std::size_t capacity;
  std::size_t size;
};

Destination& destination_of(j_compress_ptr info) {
  return *reinterpret_cast<Destination*>(info->dest);  // NOLINT: libjpeg's way of carrying context
}

boolean grow(j_compress_ptr info) {
  constexpr std::size_t kFirst = std::size_t{1} << 16;
  Destination& to = destination_of(info);
  const std::size_t filled = to.capacity;
  const std::size_t capacity = std::max(kFirst, 2 * filled);
  auto* bytes = static_cast<unsigned char*>(std::realloc(to.bytes, capacity));
  if (bytes == nullptr) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
  to.bytes = bytes;
  to.capacity = capacity;
  to.base.next_output_byte = bytes + filled;
  to.base.free_in_buffer = capacity - filled;
  return TRUE;
}

void start(j_compress_ptr info) {
  grow(info);
}

void finish(j_compress_ptr info) {
  Destination& to = destination_of(info);
  to.size = to.capacity - to.base.free_in_buffer;
}

void write_to(jpeg_compress_struct& info, Destination& destination) {
  destination.base.init_destination = start;
  destination.base.empty_output_buffer = grow;
  destination.base.term_destination = finish;
  info.dest = &destination.base;
}

/// EXIF with nothing but the orientation, big-endian.
std::array<unsigned char, 32> exif_of(int orientation) {
  std::array<unsigned char, 32> exif = {'E', 'x', 'i', 'f', 0, 0,  'M', 'M', 0, 42, 0, 0,
                                        0,   8,   0,   1,   1, 18, 0,   3,   0, 0,  0, 1};
  exif[25] = static_cast<unsigned char>(orientation);
  return exif;
}

/// No object with a destructor may live in here: libjpeg leaves by longjmp.
bool encode_guarded(jpeg_compress_struct& info,
                    JpegFailure& failure,
                    Destination& destination,
                    const ImageView& image,
                    int quality,
                    const unsigned char* exif,
                    unsigned exif_bytes) {
  if (setjmp(failure.jump) != 0) return false;
  jpeg_create_compress(&info);
  write_to(info, destination);
  info.image_width = static_cast<JDIMENSION>(image.width);
  info.image_height = static_cast<JDIMENSION>(image.height);
  info.input_components = image.channels;
  info.in_color_space = image.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, quality, TRUE);
  info.dct_method = JDCT_ISLOW;
  info.optimize_coding = TRUE;
  jpeg_start_compress(&info, TRUE);
  if (exif_bytes > 0) jpeg_write_marker(&info, JPEG_APP0 + 1, exif, exif_bytes);
  while (info.next_scanline < info.image_height) {
    JSAMPROW row = const_cast<JSAMPROW>(image.row(static_cast<int>(info.next_scanline)));
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  return true;
}

/// JFIF and Adobe markers are libjpeg's own to write.
bool is_written_by_libjpeg(const jpeg_marker_struct& marker, const jpeg_compress_struct& to) {
  const auto starts = [&](const char* text, unsigned length) {
    return marker.data_length >= length && std::memcmp(marker.data, text, length) == 0;
  };
  if (marker.marker == JPEG_APP0) return to.write_JFIF_header != FALSE && starts("JFIF", 5);
  return marker.marker == JPEG_APP0 + 14 && to.write_Adobe_marker != FALSE && starts("Adobe", 5);
}

/// The same constraint as above.
bool transcode_guarded(jpeg_decompress_struct& from,
                       jpeg_compress_struct& to,
                       JpegFailure& failure,
                       Destination& destination,
                       std::span<const std::uint8_t> bytes) {
  if (setjmp(failure.jump) != 0) return false;
  jpeg_create_decompress(&from);
  watch_scans(from, failure);
  jpeg_create_compress(&to);
  jpeg_mem_src(&from, bytes.data(), static_cast<unsigned long>(bytes.size()));
  jpeg_save_markers(&from, JPEG_COM, 0xFFFF);
  for (int i = 0; i < 16; ++i) jpeg_save_markers(&from, JPEG_APP0 + i, 0xFFFF);
  jpeg_read_header(&from, TRUE);
  const bool wanted = from.progressive_mode != FALSE &&
                      (from.num_components == 1 || from.num_components == 3) &&
                      std::uint64_t{from.image_width} * from.image_height <= kMaxTranscodedPixels;
  if (!wanted) return false;
  jvirt_barray_ptr* coefficients = jpeg_read_coefficients(&from);
  jpeg_copy_critical_parameters(&from, &to);
  to.optimize_coding = TRUE;
  write_to(to, destination);
  jpeg_write_coefficients(&to, coefficients);
  for (jpeg_saved_marker_ptr marker = from.marker_list; marker != nullptr; marker = marker->next) {
    if (is_written_by_libjpeg(*marker, to)) continue;
    jpeg_write_marker(&to, marker->marker, marker->data, marker->data_length);
  }
  jpeg_finish_compress(&to);
  jpeg_finish_decompress(&from);
  return true;
}

}  // namespace

void encode_jpeg(const ImageView& image,
                 int quality,
                 int orientation,
                 std::vector<std::uint8_t>& out) {
  const auto exif = exif_of(orientation);
  jpeg_compress_struct info{};
  // report_to takes decoders; the error handler that it fills serves encoders as well.
  jpeg_decompress_struct decoder{};
  JpegFailure failure{};
  report_to(decoder, failure);
  info.err = &failure.base;
  Destination destination{};
  const bool good = encode_guarded(info,
                                   failure,
                                   destination,
                                   image,
                                   quality,
                                   exif.data(),
                                   orientation == 1 ? 0 : static_cast<unsigned>(exif.size()));
  jpeg_destroy_compress(&info);
  if (good) out.assign(destination.bytes, destination.bytes + destination.size);
  std::free(destination.bytes);
  if (!good) throw DataError(concat("cannot be encoded as JPEG: ", printable(failure.message)));
}

std::optional<std::vector<std::uint8_t>> make_jpeg_baseline(std::span<const std::uint8_t> bytes) {
  jpeg_decompress_struct from{};
  jpeg_compress_struct to{};
  JpegFailure failure{};
  report_to(from, failure);
  to.err = &failure.base;
  Destination destination{};
  std::optional<std::vector<std::uint8_t>> baseline;
  const bool good = transcode_guarded(from, to, failure, destination, bytes);
  jpeg_destroy_compress(&to);
  jpeg_destroy_decompress(&from);
  if (good) baseline.emplace(destination.bytes, destination.bytes + destination.size);
  std::free(destination.bytes);
  return baseline;
}

}  // namespace trainer
