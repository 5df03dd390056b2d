#include "data/transforms/augment/erase/random_erasing.h"

#include <cmath>
#include <optional>

#include "data/transforms/augment/occasional.h"
#include "data/transforms/augment/range_option.h"
#include "data/transforms/kernels/resample.h"
#include "data/transforms/window_plan.h"

namespace trainer {
namespace {

class RandomErasing final : public OccasionalTransform, public WindowTransform {
 public:
  RandomErasing(double p, Range scale, Range ratio, const EraseValue& value)
      : OccasionalTransform(p),
        scale_(scale),
        log_ratio_{std::log(ratio.least), std::log(ratio.most)},
        value_(value) {}
  bool is_random() const override { return true; }

  WindowEffect window_effect() const override {
    return value_.constant() ? WindowEffect::paint : WindowEffect::none;
  }
  std::size_t most_boxes() const override { return 1; }
  void plan_window(WindowPlan& plan, RandomSource& random) const override {
    if (!chosen(random)) return;
    const auto box = draw(plan.window.height, plan.window.width, random);
    if (box) plan.paint(*box, value_.constant().value());
  }

 private:
  void change(const ImageView& in,
              const MutableImageView& out,
              RandomSource& random) const override {
    copy_pixels(in, out, false);
    if (const auto box = draw(in.height, in.width, random)) value_.paint(*box, out, random);
  }

  std::optional<Box> draw(int rows, int columns, RandomSource& random) const {
    const double area = static_cast<double>(rows) * columns;
    for (int attempt = 0; attempt < 10; ++attempt) {
      const double erased = area * scale_.draw(random);
      const double ratio = std::exp(log_ratio_.draw(random));
      const double height = std::nearbyint(std::sqrt(erased * ratio));
      const double width = std::nearbyint(std::sqrt(erased / ratio));
      if (!(height < rows && width < columns)) continue;
      const int h = static_cast<int>(height);
      const int w = static_cast<int>(width);
      const int y = static_cast<int>(random.below(static_cast<std::uint64_t>(rows - h + 1)));
      const int x = static_cast<int>(random.below(static_cast<std::uint64_t>(columns - w + 1)));
      return Box{x, y, w, h};
    }
    return std::nullopt;
  }

  Range scale_, log_ratio_;
  EraseValue value_;
};

}  // namespace

const OptionTable& RandomErasingOptions::options() {
  static const OptionTable table = add_erase_value(
      OptionTableOf<RandomErasingOptions>()
          .add("p", &RandomErasingOptions::p, "probability that a box is erased")
          .range(0, 1)
          .shorthand()
          .add("scale",
               &RandomErasingOptions::scale,
               "least and most share of the image's area that the box has")
          .range(0, 1)
          .items(2, 2)
          .add("ratio", &RandomErasingOptions::ratio, "least and most height / width of the box")
          .above(0)
          .at_most(1000)
          .items(2, 2),
      &RandomErasingOptions::value);
  return table;
}

std::unique_ptr<Transform> make_random_erasing(const TransformRequest& request,
                                               const RandomErasingOptions& options) {
  return std::make_unique<RandomErasing>(options.p,
                                         range_of("scale", options.scale),
                                         range_of("ratio", options.ratio),
                                         EraseValue(options.value, request.channels));
}

}  // namespace trainer
