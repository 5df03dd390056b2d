#pragma once
#include <string>
#include <vector>

#include <trainer/options.h>

#include "data/transforms/kernels/warp/matrices.h"

namespace trainer {

/// The words of a warp's `interpolation` key and their meaning.
const std::vector<std::string>& warp_filter_words();
WarpFilter warp_filter_named(const std::string& word);

/// A center as it is written, [x, y] in pixels, or `auto` for the middle of the image.
using CenterOption = Or<std::vector<double>>;
Point center_of(const CenterOption& option, const ImageView& image);

}  // namespace trainer
