#include "data/transforms/augment/color/invert.h"

#include "data/transforms/augment/occasional.h"
#include "data/transforms/kernels/color/levels.h"

namespace trainer {
namespace {

class Invert final : public OccasionalTransform {
 public:
  using OccasionalTransform::OccasionalTransform;

 private:
  void change(const ImageView& in, const MutableImageView& out, RandomSource&) const override {
    map_levels(in, out, inverted_levels());
  }
};

}  // namespace

const OptionTable& InvertOptions::options() {
  static const OptionTable table =
      OptionTableOf<InvertOptions>()
          .add("p", &InvertOptions::p, "probability that an image is inverted")
          .range(0, 1)
          .shorthand();
  return table;
}

std::unique_ptr<Transform> make_invert(const InvertOptions& options) {
  return std::make_unique<Invert>(options.p);
}

}  // namespace trainer
