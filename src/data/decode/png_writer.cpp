#include "data/decode/png_writer.h"

#include <string_view>
#include <vector>

#include <opencv2/core/mat.hpp>
#include <opencv2/imgcodecs.hpp>

#include <trainer/error.h>

#include "base/file_system.h"
#include "base/text.h"

namespace trainer {

void save_png(
    const std::string& path, const std::uint8_t* pixels, int height, int width, int channels) {
  TRAINER_ASSERT(channels == 1 || channels == 3, concat("channels is ", channels));
  const auto count = static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
  cv::Mat image(height, width, channels == 3 ? CV_8UC3 : CV_8UC1);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t c = 0; c < static_cast<std::size_t>(channels); ++c) {
      // OpenCV's order is blue, green, red.
      const std::size_t from = channels == 3 ? 2 - c : c;
      image.data[i * static_cast<std::size_t>(channels) + c] =
          pixels[i * static_cast<std::size_t>(channels) + from];
    }
  }
  std::vector<std::uint8_t> encoded;
  if (!cv::imencode(".png", image, encoded)) {
    throw InternalError(concat(printable(path), ": OpenCV could not encode a PNG"));
  }
  write_file_atomic(path, {reinterpret_cast<const char*>(encoded.data()), encoded.size()});
}

}  // namespace trainer
