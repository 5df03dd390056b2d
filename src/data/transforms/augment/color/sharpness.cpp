#include "data/transforms/augment/color/sharpness.h"

#include "data/transforms/augment/occasional.h"
#include "data/transforms/kernels/color/sharpness.h"

namespace trainer {
namespace {

class Sharpness final : public OccasionalTransform {
 public:
  explicit Sharpness(const SharpnessOptions& options)
      : OccasionalTransform(options.p), factor_(static_cast<float>(options.factor)) {}

 private:
  void change(const ImageView& in, const MutableImageView& out, RandomSource&) const override {
    adjust_sharpness(in, out, factor_);
  }

  float factor_;
};

}  // namespace

const OptionTable& SharpnessOptions::options() {
  static const OptionTable table =
      OptionTableOf<SharpnessOptions>()
          .add("factor", &SharpnessOptions::factor, "0 smooths, 1 changes nothing, 2 sharpens")
          .at_least(0)
          .at_most(1000)
          .shorthand()
          .add("p", &SharpnessOptions::p, "probability that an image is changed")
          .range(0, 1);
  return table;
}

std::unique_ptr<Transform> make_sharpness(const SharpnessOptions& options) {
  return std::make_unique<Sharpness>(options);
}

}  // namespace trainer
