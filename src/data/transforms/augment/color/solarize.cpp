#include "data/transforms/augment/color/solarize.h"

#include "data/transforms/augment/occasional.h"
#include "data/transforms/kernels/color/levels.h"

namespace trainer {
namespace {

class Solarize final : public OccasionalTransform {
 public:
  explicit Solarize(const SolarizeOptions& options)
      : OccasionalTransform(options.p), levels_(solarized_levels(options.threshold)) {}

 private:
  void change(const ImageView& in, const MutableImageView& out, RandomSource&) const override {
    map_levels(in, out, levels_);
  }

  Levels levels_;
};

}  // namespace

const OptionTable& SolarizeOptions::options() {
  static const OptionTable table =
      OptionTableOf<SolarizeOptions>()
          .add("threshold", &SolarizeOptions::threshold, "the least value that is inverted")
          .range(0, 256)
          .shorthand()
          .add("p", &SolarizeOptions::p, "probability that an image is solarized")
          .range(0, 1);
  return table;
}

std::unique_ptr<Transform> make_solarize(const SolarizeOptions& options) {
  return std::make_unique<Solarize>(options);
}

}  // namespace trainer
