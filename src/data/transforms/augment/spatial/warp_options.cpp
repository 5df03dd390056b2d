#include "data/transforms/augment/spatial/warp_options.h"

namespace trainer {

const std::vector<std::string>& warp_filter_words() {
  static const std::vector<std::string> words = {"nearest", "bilinear", "bicubic"};
  return words;
}

WarpFilter warp_filter_named(const std::string& word) {
  if (word == "bilinear") return WarpFilter::bilinear;
  return word == "bicubic" ? WarpFilter::bicubic : WarpFilter::nearest;
}

Point center_of(const CenterOption& option, const ImageView& image) {
  if (option.has_value()) return {option.value.front(), option.value.back()};
  return {image.width * 0.5, image.height * 0.5};
}

}  // namespace trainer
