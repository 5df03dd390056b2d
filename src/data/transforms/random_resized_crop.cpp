#include "data/transforms/random_resized_crop.h"

#include <algorithm>
#include <cmath>

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {
namespace {

class RandomResizedCrop final : public GeometricTransform {
 public:
  RandomResizedCrop(ImageSize size, RandomResizedCropOptions options)
      : size_(size),
        options_(std::move(options)),
        interpolation_(interpolation_named(options_.interpolation)),
        order_(order_named(options_.rounding)) {}

  ImageShape output_shape(const ImageShape& input) const override {
    return {size_.height, size_.width, input.channels};
  }
  bool is_random() const override { return true; }

  bool plan(Geometry& geometry, RandomSource& random) const override {
    Geometry planned = geometry;
    planned.crop(random_resized_box(
        geometry.height(), geometry.width(), options_.scale, options_.ratio, random));
    const bool same = planned.height() == size_.height && planned.width() == size_.width;
    if (!same && !planned.resize(size_.height, size_.width, interpolation_, order_)) return false;
    geometry = planned;
    return true;
  }

 private:
  ImageSize size_;
  RandomResizedCropOptions options_;
  Interpolation interpolation_;
  ResizeOrder order_;
};

void check_bounds(const char* key, const std::vector<double>& bounds) {
  if (bounds.size() != 2 || bounds[0] > bounds[1] || !(bounds[0] > 0)) {
    std::vector<std::string> numbers;
    for (const double bound : bounds) numbers.push_back(number_text(bound));
    throw UsageError(
        concat(key, ": expected [least, most] above 0, got [", join(numbers, ", "), "]"));
  }
}

// Half to even, as Python's round().
int rounded(double value) {
  return static_cast<int>(std::nearbyint(value));
}

}  // namespace

Box random_resized_box(int height,
                       int width,
                       const std::vector<double>& scale,
                       const std::vector<double>& ratio,
                       RandomSource& random) {
  const double area = static_cast<double>(height) * width;
  const double least = std::log(ratio[0]);
  const double most = std::log(ratio[1]);
  for (int attempt = 0; attempt < 10; ++attempt) {
    const double target = area * random.uniform(scale[0], scale[1]);
    const double aspect = std::exp(random.uniform(least, most));
    const double exact_width = std::sqrt(target * aspect);
    const double exact_height = std::sqrt(target / aspect);
    if (exact_width > width + 1.0 || exact_height > height + 1.0) continue;
    const int w = rounded(exact_width);
    const int h = rounded(exact_height);
    if (w > 0 && w <= width && h > 0 && h <= height) {
      const int y = static_cast<int>(random.below(static_cast<std::uint64_t>(height - h + 1)));
      const int x = static_cast<int>(random.below(static_cast<std::uint64_t>(width - w + 1)));
      return {x, y, w, h};
    }
  }
  const double image_ratio = static_cast<double>(width) / height;
  int w = width;
  int h = height;
  if (image_ratio < ratio[0]) h = std::clamp(rounded(w / ratio[0]), 1, height);
  if (image_ratio > ratio[1]) w = std::clamp(rounded(h * ratio[1]), 1, width);
  return {(width - w) / 2, (height - h) / 2, w, h};
}

const OptionTable& RandomResizedCropOptions::options() {
  static const OptionTable table =
      OptionTableOf<RandomResizedCropOptions>()
          .add("size",
               &RandomResizedCropOptions::size,
               "pixels of both sides, or [height, width]; auto: data.image_size")
          .range(1, 65535)
          .items(1, 2)
          .one_as_list()
          .words({"auto"})
          .shorthand()
          .add("scale",
               &RandomResizedCropOptions::scale,
               "least and most share of the image's area that the crop has")
          .range(0, 1)
          .items(2, 2)
          .add("ratio",
               &RandomResizedCropOptions::ratio,
               "least and most width / height of the crop")
          .above(0)
          .items(2, 2)
          .add("interpolation",
               &RandomResizedCropOptions::interpolation,
               "filter, antialiased as in Pillow")
          .choices(interpolation_words())
          .add("rounding",
               &RandomResizedCropOptions::rounding,
               "whose bytes: Pillow 13's, or those of Pillow up to 12, which differ by one level "
               "where an image is much taller than what it becomes")
          .choices(rounding_words());
  return table;
}

std::unique_ptr<Transform> make_random_resized_crop(const TransformRequest& request,
                                                    const RandomResizedCropOptions& options) {
  check_bounds("scale", options.scale);
  check_bounds("ratio", options.ratio);
  return std::make_unique<RandomResizedCrop>(exact_size(options.size, request), options);
}

}  // namespace trainer
