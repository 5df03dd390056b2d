#include "data/transforms/augment/spatial/rotation.h"

#include "data/transforms/augment/range_option.h"
#include "data/transforms/fill_option.h"

namespace trainer {
namespace {

class Rotation final : public Transform {
 public:
  Rotation(Range degrees, CenterOption center, WarpFilter filter, const PixelFill& fill)
      : degrees_(degrees), center_(std::move(center)), filter_(filter), fill_(fill) {}
  bool is_random() const override { return degrees_.least < degrees_.most; }
  void apply(const ImageView& in,
             const MutableImageView& out,
             RandomSource& random) const override {
    const double angle = is_random() ? degrees_.draw(random) : degrees_.least;
    warp_affine(in, out, rotation_matrix(angle, center_of(center_, in)), filter_, fill_);
  }

 private:
  Range degrees_;
  CenterOption center_;
  WarpFilter filter_;
  PixelFill fill_;
};

}  // namespace

const OptionTable& RotationOptions::options() {
  static const OptionTable table =
      OptionTableOf<RotationOptions>()
          .add("degrees",
               &RotationOptions::degrees,
               "greatest angle to both sides, or [least, most], counter-clockwise")
          .range(-360, 360)
          .items(1, 2)
          .one_as_list()
          .shorthand()
          .required()
          .add("interpolation", &RotationOptions::interpolation, "how pixels in between are found")
          .choices(warp_filter_words())
          .add("center",
               &RotationOptions::center,
               "[x, y] in pixels that stays in place; auto: the middle")
          .items(2, 2)
          .words({"auto"})
          .add("fill", &RotationOptions::fill, "value beyond the border, or one for each channel")
          .range(0, 255)
          .items(1, 4)
          .one_as_list();
  return table;
}

std::unique_ptr<Transform> make_rotation(const TransformRequest& request,
                                         const RotationOptions& options) {
  return std::make_unique<Rotation>(range_around("degrees", options.degrees, 0),
                                    options.center,
                                    warp_filter_named(options.interpolation),
                                    pixel_fill("fill", options.fill, request.channels));
}

}  // namespace trainer
