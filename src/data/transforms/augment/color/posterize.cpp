#include "data/transforms/augment/color/posterize.h"

#include "data/transforms/augment/occasional.h"
#include "data/transforms/kernels/color/levels.h"

namespace trainer {
namespace {

class Posterize final : public OccasionalTransform {
 public:
  explicit Posterize(const PosterizeOptions& options)
      : OccasionalTransform(options.p), levels_(posterized_levels(options.bits)) {}

 private:
  void change(const ImageView& in, const MutableImageView& out, RandomSource&) const override {
    map_levels(in, out, levels_);
  }

  Levels levels_;
};

}  // namespace

const OptionTable& PosterizeOptions::options() {
  static const OptionTable table =
      OptionTableOf<PosterizeOptions>()
          .add("bits", &PosterizeOptions::bits, "bits that are kept of each value's 8")
          .range(1, 8)
          .shorthand()
          .required()
          .add("p", &PosterizeOptions::p, "probability that an image is posterized")
          .range(0, 1);
  return table;
}

std::unique_ptr<Transform> make_posterize(const PosterizeOptions& options) {
  return std::make_unique<Posterize>(options);
}

}  // namespace trainer
