#include "data/transforms/augment/spatial/perspective.h"

#include "data/transforms/augment/occasional.h"
#include "data/transforms/fill_option.h"

namespace trainer {
namespace {

class Perspective final : public OccasionalTransform {
 public:
  Perspective(const PerspectiveOptions& options, const PixelFill& fill)
      : OccasionalTransform(options.p),
        distortion_(options.distortion_scale),
        filter_(warp_filter_named(options.interpolation)),
        fill_(fill) {}
  bool is_random() const override { return true; }

 private:
  void change(const ImageView& in,
              const MutableImageView& out,
              RandomSource& random) const override {
    // The greatest way of a corner along each side.
    const int dx = static_cast<int>(distortion_ * (in.width / 2));
    const int dy = static_cast<int>(distortion_ * (in.height / 2));
    const auto up_to = [&](int way) {
      return static_cast<int>(random.below(static_cast<std::uint64_t>(way) + 1));
    };
    const auto near_end = [&](int size, int way) { return size - 1 - way + up_to(way); };
    const double right = in.width - 1;
    const double bottom = in.height - 1;
    const Corners from = {{{0, 0}, {right, 0}, {right, bottom}, {0, bottom}}};
    Corners to;
    for (std::size_t i = 0; i < to.size(); ++i) {
      const bool at_right = i == 1 || i == 2;
      const bool at_bottom = i >= 2;
      to[i].x = at_right ? near_end(in.width, dx) : up_to(dx);
      to[i].y = at_bottom ? near_end(in.height, dy) : up_to(dy);
    }
    warp_perspective(in, out, perspective_matrix(from, to), filter_, fill_);
  }

  double distortion_;
  WarpFilter filter_;
  PixelFill fill_;
};

}  // namespace

const OptionTable& PerspectiveOptions::options() {
  static const OptionTable table =
      OptionTableOf<PerspectiveOptions>()
          .add("distortion_scale",
               &PerspectiveOptions::distortion_scale,
               "how far corners move inwards at most, as a share of half the side")
          .range(0, 1)
          .shorthand()
          .add("p", &PerspectiveOptions::p, "probability that an image is changed")
          .range(0, 1)
          .add("interpolation",
               &PerspectiveOptions::interpolation,
               "how pixels in between are found")
          .choices(warp_filter_words())
          .add(
              "fill", &PerspectiveOptions::fill, "value beyond the border, or one for each channel")
          .range(0, 255)
          .items(1, 4)
          .one_as_list();
  return table;
}

std::unique_ptr<Transform> make_perspective(const TransformRequest& request,
                                            const PerspectiveOptions& options) {
  return std::make_unique<Perspective>(options, pixel_fill("fill", options.fill, request.channels));
}

}  // namespace trainer
