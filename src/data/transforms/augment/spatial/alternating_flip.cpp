#include "data/transforms/augment/spatial/alternating_flip.h"

#include "data/transforms/geometry.h"
#include "data/transforms/window_plan.h"

namespace trainer {
namespace {

class AlternatingFlip final : public GeometricTransform, public WindowTransform {
 public:
  bool is_random() const override { return true; }
  bool plan(Geometry& geometry, RandomSource& random) const override {
    if (has_turn(random)) geometry.mirror();
    return true;
  }
  WindowEffect window_effect() const override { return WindowEffect::mirror; }
  void plan_window(WindowPlan& plan, RandomSource& random) const override {
    if (has_turn(random)) plan.mirror = !plan.mirror;
  }

 private:
  static bool has_turn(const RandomSource& random) {
    const bool first = (random.sample_bits() & 1U) != 0;
    const bool odd_epoch = random.epoch() % 2 != 0;
    return first == odd_epoch;
  }
};

}  // namespace

std::unique_ptr<Transform> make_alternating_flip() {
  return std::make_unique<AlternatingFlip>();
}

}  // namespace trainer
