#pragma once
#include <string>
#include <vector>

#include <trainer/options.h>
#include <trainer/transform.h>

#include "data/transforms/kernels/resample.h"

namespace trainer {

/// A size as it is written: one number, [height, width], or `auto` for data.image_size.
using SizeOption = Or<std::vector<int>>;

struct ImageSize {
  int height = 0, width = 0;
  bool operator==(const ImageSize&) const = default;
};

/// The written numbers, or data.image_size. Throws UsageError where neither is there.
std::vector<int> size_numbers(const SizeOption& option, const TransformRequest& request);
/// The same where one number means a square.
ImageSize exact_size(const SizeOption& option, const TransformRequest& request);

/// The words of an `interpolation` key and their meaning.
const std::vector<std::string>& interpolation_words();
Interpolation interpolation_named(const std::string& word);
/// The words of a `rounding` key and their meaning.
const std::vector<std::string>& rounding_words();
ResizeOrder order_named(const std::string& word);

}  // namespace trainer
