#include "data/transforms/horizontal_flip.h"

#include "data/transforms/window_plan.h"

namespace trainer {
namespace {

class HorizontalFlip final : public GeometricTransform, public WindowTransform {
 public:
  explicit HorizontalFlip(double p) : p_(p) {}
  bool is_random() const override { return true; }
  bool plan(Geometry& geometry, RandomSource& random) const override {
    if (chosen(random)) geometry.mirror();
    return true;
  }
  WindowEffect window_effect() const override { return WindowEffect::mirror; }
  void plan_window(WindowPlan& plan, RandomSource& random) const override {
    if (chosen(random)) plan.mirror = !plan.mirror;
  }

 private:
  bool chosen(RandomSource& random) const { return random.uniform() < p_; }

  double p_;
};

}  // namespace

const OptionTable& HorizontalFlipOptions::options() {
  static const OptionTable table =
      OptionTableOf<HorizontalFlipOptions>()
          .add("p", &HorizontalFlipOptions::p, "probability that an image is mirrored")
          .range(0, 1)
          .shorthand();
  return table;
}

std::unique_ptr<Transform> make_horizontal_flip(const HorizontalFlipOptions& options) {
  return std::make_unique<HorizontalFlip>(options.p);
}

}  // namespace trainer
