#include "data/transforms/resize.h"

#include <limits>
#include <vector>

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {
namespace {

class Resize final : public GeometricTransform {
 public:
  Resize(std::vector<int> size, Interpolation interpolation, ResizeOrder order)
      : size_(std::move(size)), interpolation_(interpolation), order_(order) {}

  ImageShape output_shape(const ImageShape& input) const override {
    if (size_.size() == 2) return {size_[0], size_[1], input.channels};
    if (!input.fixed()) return {0, 0, input.channels};
    const bool upright = input.width <= input.height;
    const std::int64_t shorter = upright ? input.width : input.height;
    const std::int64_t longer = upright ? input.height : input.width;
    const int new_shorter = size_[0];
    const std::int64_t new_longer = new_shorter * longer / shorter;
    if (new_longer > kLongest) {
      throw DataError(concat("resizing ",
                             input.width,
                             "x",
                             input.height,
                             " pixels to a shorter side of ",
                             new_shorter,
                             " gives a longer side of ",
                             new_longer,
                             ", more than ",
                             kLongest));
    }
    const int side = static_cast<int>(new_longer);
    return {upright ? side : new_shorter, upright ? new_shorter : side, input.channels};
  }

  bool plan(Geometry& geometry, RandomSource&) const override {
    const ImageShape out = output_shape({geometry.height(), geometry.width(), 0});
    if (out.height == geometry.height() && out.width == geometry.width()) return true;
    return geometry.resize(out.height, out.width, interpolation_, order_);
  }

 private:
  static constexpr std::int64_t kLongest = 1 << 24;

  std::vector<int> size_;
  Interpolation interpolation_;
  ResizeOrder order_;
};

}  // namespace

const OptionTable& ResizeOptions::options() {
  static const OptionTable table =
      OptionTableOf<ResizeOptions>()
          .add("size",
               &ResizeOptions::size,
               "pixels of the shorter side, or [height, width]; auto: data.image_size")
          .range(1, 65535)
          .items(1, 2)
          .one_as_list()
          .words({"auto"})
          .shorthand()
          .add("interpolation", &ResizeOptions::interpolation, "filter, antialiased as in Pillow")
          .choices(interpolation_words())
          .add("rounding",
               &ResizeOptions::rounding,
               "whose bytes: Pillow 13's, or those of Pillow up to 12, which differ by one level "
               "where an image is much taller than what it becomes")
          .choices(rounding_words());
  return table;
}

std::unique_ptr<Transform> make_resize(const TransformRequest& request,
                                       const ResizeOptions& options) {
  return std::make_unique<Resize>(size_numbers(options.size, request),
                                  interpolation_named(options.interpolation),
                                  order_named(options.rounding));
}

}  // namespace trainer
