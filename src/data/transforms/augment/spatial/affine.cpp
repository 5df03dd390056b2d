#include "data/transforms/augment/spatial/affine.h"

#include <cmath>

#include <trainer/error.h>

#include "base/text.h"
#include "data/transforms/augment/range_option.h"
#include "data/transforms/fill_option.h"

namespace trainer {
namespace {

struct Ranges {
  Range degrees, scale, shear_x, shear_y;
  double translate_x = 0, translate_y = 0;  ///< greatest shares of the sides
};

class Affine final : public Transform {
 public:
  Affine(const Ranges& ranges, CenterOption center, WarpFilter filter, const PixelFill& fill)
      : ranges_(ranges), center_(std::move(center)), filter_(filter), fill_(fill) {}
  bool is_random() const override { return true; }
  void apply(const ImageView& in,
             const MutableImageView& out,
             RandomSource& random) const override {
    AffineMap map;
    map.center = center_of(center_, in);
    map.degrees = ranges_.degrees.draw(random);
    map.translate.x = shift(ranges_.translate_x * in.width, random);
    map.translate.y = shift(ranges_.translate_y * in.height, random);
    map.scale = ranges_.scale.draw(random);
    map.shear.x = ranges_.shear_x.draw(random);
    map.shear.y = ranges_.shear_y.draw(random);
    warp_affine(in, out, affine_matrix(map), filter_, fill_);
  }

 private:
  /// Whole pixels, half to even.
  static double shift(double greatest, RandomSource& random) {
    return std::nearbyint(random.uniform(-greatest, greatest));
  }

  Ranges ranges_;
  CenterOption center_;
  WarpFilter filter_;
  PixelFill fill_;
};

void set_shear(const std::vector<double>& shear, Ranges& ranges) {
  if (shear.size() == 3) {
    throw UsageError(
        "shear: expected one angle, [least, most], or [least x, most x, least y, most y], got 3 "
        "numbers");
  }
  const auto half = shear.begin() + (shear.size() == 4 ? 2 : static_cast<int>(shear.size()));
  ranges.shear_x = range_around("shear", {shear.begin(), half}, 0);
  if (shear.size() == 4) ranges.shear_y = range_around("shear", {half, shear.end()}, 0);
}

}  // namespace

const OptionTable& AffineOptions::options() {
  static const OptionTable table =
      OptionTableOf<AffineOptions>()
          .add("degrees",
               &AffineOptions::degrees,
               "greatest angle to both sides, or [least, most], clockwise")
          .range(-360, 360)
          .items(1, 2)
          .one_as_list()
          .shorthand()
          .required()
          .add("translate",
               &AffineOptions::translate,
               "greatest shift as shares of width and height")
          .range(0, 1)
          .items(2, 2)
          .add("scale", &AffineOptions::scale, "least and most factor of the size")
          .above(0)
          .at_most(1000)
          .items(2, 2)
          .add("shear",
               &AffineOptions::shear,
               "degrees along x: greatest to both sides, [least, most], or these two and y's")
          .range(-89, 89)
          .items(1, 4)
          .one_as_list()
          .add("interpolation", &AffineOptions::interpolation, "how pixels in between are found")
          .choices(warp_filter_words())
          .add("center",
               &AffineOptions::center,
               "[x, y] in pixels that stays in place but for the shift; auto: the middle")
          .items(2, 2)
          .words({"auto"})
          .add("fill", &AffineOptions::fill, "value beyond the border, or one for each channel")
          .range(0, 255)
          .items(1, 4)
          .one_as_list();
  return table;
}

std::unique_ptr<Transform> make_affine(const TransformRequest& request,
                                       const AffineOptions& options) {
  Ranges ranges;
  ranges.degrees = range_around("degrees", options.degrees, 0);
  ranges.translate_x = options.translate.front();
  ranges.translate_y = options.translate.back();
  ranges.scale = range_of("scale", options.scale);
  set_shear(options.shear, ranges);
  return std::make_unique<Affine>(ranges,
                                  options.center,
                                  warp_filter_named(options.interpolation),
                                  pixel_fill("fill", options.fill, request.channels));
}

}  // namespace trainer
