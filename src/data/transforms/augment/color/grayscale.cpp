#include "data/transforms/augment/color/grayscale.h"

#include "data/transforms/augment/occasional.h"
#include "data/transforms/kernels/color/blend.h"

namespace trainer {
namespace {

class Grayscale final : public OccasionalTransform {
 public:
  using OccasionalTransform::OccasionalTransform;

 private:
  void change(const ImageView& in, const MutableImageView& out, RandomSource&) const override {
    adjust_saturation(in, out, 0);
  }
};

}  // namespace

const OptionTable& GrayscaleOptions::options() {
  static const OptionTable table =
      OptionTableOf<GrayscaleOptions>()
          .add("p", &GrayscaleOptions::p, "probability that an image loses its colors")
          .range(0, 1)
          .shorthand();
  return table;
}

std::unique_ptr<Transform> make_grayscale(const GrayscaleOptions& options) {
  return std::make_unique<Grayscale>(options.p);
}

}  // namespace trainer
