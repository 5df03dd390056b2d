#include "data/transforms/augment/spatial/alternating_flip.h"

#include "data/transforms/geometry.h"

namespace trainer {
namespace {

class AlternatingFlip final : public GeometricTransform {
 public:
  bool is_random() const override { return true; }
  bool plan(Geometry& geometry, RandomSource& random) const override {
    const bool first = (random.sample_bits() & 1U) != 0;
    const bool odd_epoch = random.epoch() % 2 != 0;
    if (first == odd_epoch) geometry.mirror();
    return true;
  }
};

}  // namespace

std::unique_ptr<Transform> make_alternating_flip() {
  return std::make_unique<AlternatingFlip>();
}

}  // namespace trainer
