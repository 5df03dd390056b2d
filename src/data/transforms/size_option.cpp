#include "data/transforms/size_option.h"

#include <trainer/error.h>

namespace trainer {

std::vector<int> size_numbers(const SizeOption& option, const TransformRequest& request) {
  if (option.has_value() && !option.value.empty()) return option.value;
  if (request.image_size > 0) return {request.image_size};
  throw UsageError("expected a size, but none is given here and data.image_size is not set");
}

ImageSize exact_size(const SizeOption& option, const TransformRequest& request) {
  const std::vector<int> numbers = size_numbers(option, request);
  return {numbers.front(), numbers.back()};
}

const std::vector<std::string>& interpolation_words() {
  static const std::vector<std::string> words = {"bilinear", "bicubic"};
  return words;
}

const std::vector<std::string>& rounding_words() {
  static const std::vector<std::string> words = {"pillow13", "pillow12"};
  return words;
}

ResizeOrder order_named(const std::string& word) {
  return word == "pillow12" ? ResizeOrder::pillow12 : ResizeOrder::pillow13;
}

Interpolation interpolation_named(const std::string& word) {
  return word == "bicubic" ? Interpolation::bicubic : Interpolation::bilinear;
}

}  // namespace trainer
