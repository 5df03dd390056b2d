#include "data/decode/other_formats.h"

#include <string>
#include <vector>

#include <opencv2/core/mat.hpp>
#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgcodecs.hpp>

#include <trainer/error.h>

#include "base/text.h"
#include "data/decode/pixel_convert.h"
#include "data/decode/png_chunks.h"
#include "data/decode/tiff_header.h"

namespace trainer {
namespace {

/// What an error calls the file.
std::string kind_of(const ImageInfo& info) {
  const char* format = image_format_name(info.format);
  if (info.tile_width == 0) return format;
  // From memory, OpenCV 4.6 cannot.
  return concat(format, " in tiles, which some versions of OpenCV cannot read (save it in strips)");
}

cv::Mat decode_as_stored(std::span<const std::uint8_t> bytes, const std::string& format) {
  // Its messages name no file; what matters is in the error thrown below.
  static const bool quiet = [] {
    cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
    return true;
  }();
  (void)quiet;
  try {
    const cv::Mat buffer(
        1, static_cast<int>(bytes.size()), CV_8UC1, const_cast<std::uint8_t*>(bytes.data()));
    cv::Mat image = cv::imdecode(buffer, cv::IMREAD_UNCHANGED | cv::IMREAD_IGNORE_ORIENTATION);
    if (!image.empty()) return image;
  } catch (const cv::Exception& error) {
    throw DataError(concat("a damaged ", format, ": ", printable(error.err)));
  }
  throw DataError(concat("a damaged or truncated ", format));
}

/// One row of samples of type `T` in OpenCV's channel order; 16-bit samples keep their high byte.
template <class T>
void convert_row(const T* from, int channels_in, int width, int channels_out, std::uint8_t* to) {
  constexpr int kShift = 8 * (static_cast<int>(sizeof(T)) - 1);
  const auto sample = [](T value) { return static_cast<std::uint8_t>(value >> kShift); };
  for (int x = 0; x < width; ++x, from += channels_in, to += channels_out) {
    // One channel is gray, two are gray and alpha; three and four begin with blue, green, red.
    const bool color = channels_in >= 3;
    const std::uint8_t blue = sample(from[0]);
    const std::uint8_t green = color ? sample(from[1]) : blue;
    const std::uint8_t red = color ? sample(from[2]) : blue;
    if (channels_out == 1) {
      to[0] = color ? luma(red, green, blue) : blue;
    } else {
      to[0] = red;
      to[1] = green;
      to[2] = blue;
    }
  }
}

void convert(const cv::Mat& image, int channels, DecodedImage& out) {
  out.reshape(image.rows, image.cols, channels);
  const std::size_t stride =
      static_cast<std::size_t>(image.cols) * static_cast<std::size_t>(channels);
  for (int y = 0; y < image.rows; ++y) {
    std::uint8_t* to = out.pixels.data() + static_cast<std::size_t>(y) * stride;
    if (image.depth() == CV_8U) {
      convert_row(image.ptr<std::uint8_t>(y), image.channels(), image.cols, channels, to);
    } else {
      convert_row(image.ptr<std::uint16_t>(y), image.channels(), image.cols, channels, to);
    }
  }
}

}  // namespace

void decode_other_format(std::span<const std::uint8_t> bytes,
                         const ImageInfo& info,
                         int channels,
                         DecodedImage& out) {
  thread_local std::vector<std::uint8_t> scratch;
  const std::string format = kind_of(info);
  if (info.format == ImageFormat::png) bytes = essential_png(bytes, scratch);
  if (info.format == ImageFormat::tiff) bytes = tiff_for_decoder(bytes, scratch);
  const cv::Mat image = decode_as_stored(bytes, format);
  if (image.depth() != CV_8U && image.depth() != CV_16U) {
    throw DataError(concat("a ",
                           format,
                           " with samples that are neither 8 nor 16 bits wide; "
                           "convert it to 8 bits"));
  }
  if (image.cols != info.width || image.rows != info.height) {
    // A TIFF may be stored turned; its orientation is part of the format, and Pillow turns it too.
    const bool turned =
        info.format == ImageFormat::tiff && image.cols == info.height && image.rows == info.width;
    if (!turned) {
      throw DataError(concat("a damaged ",
                             format,
                             ": its header says ",
                             info.width,
                             " x ",
                             info.height,
                             " pixels, its data ",
                             image.cols,
                             " x ",
                             image.rows));
    }
  }
  convert(image, channels, out);
}

}  // namespace trainer
