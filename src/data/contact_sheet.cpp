#include "data/contact_sheet.h"

#include <algorithm>
#include <cmath>

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

#include "data/decode/png_writer.h"

namespace trainer {
namespace {

constexpr int kPicture = 128;  ///< longer side of a picture on the sheet, at most
constexpr int kCaption = 16;   ///< height of a line
constexpr int kGap = 6;

/// Size of a picture on the sheet.
cv::Size shown_size(const ImageShape& shape) {
  const int longer = std::max(shape.height, shape.width);
  if (longer <= kPicture) {
    const int factor = kPicture / longer;
    return {shape.width * factor, shape.height * factor};
  }
  const double factor = static_cast<double>(kPicture) / longer;
  return {std::max(cvRound(shape.width * factor), 1), std::max(cvRound(shape.height * factor), 1)};
}

/// As much of the caption as fits.
std::string fitting(std::string text, double scale, int width) {
  int baseline = 0;
  while (text.size() > 1 &&
         cv::getTextSize(text, cv::FONT_HERSHEY_SIMPLEX, scale, 1, &baseline).width > width) {
    text.pop_back();
  }
  return text;
}

}  // namespace

struct ContactSheet::Impl {
  ImageShape shape;
  cv::Size picture;
  int columns = 1;
  int cell_width = 0, cell_height = 0;
  int used = 0;
  cv::Mat page;
};

ContactSheet::ContactSheet(const ImageShape& shape, std::int64_t count, int caption_lines)
    : impl_(std::make_unique<Impl>()) {
  const int places = static_cast<int>(std::max<std::int64_t>(count, 1));
  impl_->shape = shape;
  impl_->picture = shown_size(shape);
  impl_->columns = static_cast<int>(std::ceil(std::sqrt(places)));
  impl_->cell_width = std::max(impl_->picture.width, kPicture / 2) + kGap;
  impl_->cell_height = impl_->picture.height + caption_lines * kCaption + kGap;
  const int rows = (places + impl_->columns - 1) / impl_->columns;
  impl_->page = cv::Mat(rows * impl_->cell_height + kGap,
                        impl_->columns * impl_->cell_width + kGap,
                        CV_8UC3,
                        cv::Scalar::all(255));
}

ContactSheet::~ContactSheet() = default;

void ContactSheet::add(const std::uint8_t* pixels, const std::vector<std::string>& caption) {
  Impl& s = *impl_;
  const int x = kGap + (s.used % s.columns) * s.cell_width;
  const int y = kGap + (s.used / s.columns) * s.cell_height;
  ++s.used;
  const cv::Mat source(s.shape.height,
                       s.shape.width,
                       s.shape.channels == 1 ? CV_8UC1 : CV_8UC3,
                       const_cast<std::uint8_t*>(pixels));
  cv::Mat color;
  if (s.shape.channels == 1) {
    cv::cvtColor(source, color, cv::COLOR_GRAY2RGB);
  } else {
    color = source;
  }
  const bool enlarged = s.picture.width >= s.shape.width;
  cv::Mat place = s.page(cv::Rect(cv::Point(x, y), s.picture));
  cv::resize(color, place, s.picture, 0, 0, enlarged ? cv::INTER_NEAREST : cv::INTER_AREA);
  const double scale = 0.4;
  int bottom = y + s.picture.height;
  for (const std::string& line : caption) {
    bottom += kCaption;
    cv::putText(s.page,
                fitting(line, scale, s.cell_width - kGap),
                cv::Point(x, bottom - 4),
                cv::FONT_HERSHEY_SIMPLEX,
                scale,
                cv::Scalar::all(0),
                1,
                cv::LINE_AA);
  }
}

void ContactSheet::save(const std::string& path) const {
  save_png(path, impl_->page.data, impl_->page.rows, impl_->page.cols, 3);
}

}  // namespace trainer
