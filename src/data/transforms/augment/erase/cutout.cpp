#include "data/transforms/augment/erase/cutout.h"

#include <algorithm>

#include "data/transforms/augment/occasional.h"
#include "data/transforms/kernels/resample.h"
#include "data/transforms/window_plan.h"

namespace trainer {
namespace {

class Cutout final : public OccasionalTransform, public WindowTransform {
 public:
  Cutout(const CutoutOptions& options, const EraseValue& value)
      : OccasionalTransform(options.p), size_(options.size), count_(options.count), value_(value) {}
  bool is_random() const override { return true; }

  WindowEffect window_effect() const override {
    return value_.constant() ? WindowEffect::paint : WindowEffect::none;
  }
  std::size_t most_boxes() const override { return static_cast<std::size_t>(count_); }
  void plan_window(WindowPlan& plan, RandomSource& random) const override {
    if (!chosen(random)) return;
    const PixelFill fill = value_.constant().value();
    for (int i = 0; i < count_; ++i) {
      plan.paint(draw(plan.window.height, plan.window.width, random), fill);
    }
  }

 private:
  void change(const ImageView& in,
              const MutableImageView& out,
              RandomSource& random) const override {
    copy_pixels(in, out, false);
    for (int i = 0; i < count_; ++i) {
      const Box box = draw(in.height, in.width, random);
      value_.paint(box, out, random);
    }
  }

  Box draw(int height, int width, RandomSource& random) const {
    const Extent down = draw(height, random);
    const Extent across = draw(width, random);
    return {across.from, down.from, across.to - across.from, down.to - down.from};
  }

  struct Extent {
    int from, to;
  };
  Extent draw(int side, RandomSource& random) const {
    const int middle = static_cast<int>(random.below(static_cast<std::uint64_t>(side)));
    const int from = middle - size_ / 2;
    return {std::max(from, 0), std::min(from + size_, side)};
  }

  int size_, count_;
  EraseValue value_;
};

}  // namespace

const OptionTable& CutoutOptions::options() {
  static const OptionTable table =
      add_erase_value(OptionTableOf<CutoutOptions>()
                          .add("size", &CutoutOptions::size, "pixels a side of the squares")
                          .range(1, 65535)
                          .shorthand()
                          .required()
                          .add("count", &CutoutOptions::count, "squares in an image")
                          .range(1, 1000)
                          .add("p", &CutoutOptions::p, "probability that an image gets squares")
                          .range(0, 1),
                      &CutoutOptions::value);
  return table;
}

std::unique_ptr<Transform> make_cutout(const TransformRequest& request,
                                       const CutoutOptions& options) {
  return std::make_unique<Cutout>(options, EraseValue(options.value, request.channels));
}

}  // namespace trainer
