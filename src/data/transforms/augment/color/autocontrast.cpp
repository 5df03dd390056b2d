#include "data/transforms/augment/color/autocontrast.h"

#include "data/transforms/augment/occasional.h"
#include "data/transforms/kernels/color/histogram.h"

namespace trainer {
namespace {

class Autocontrast final : public OccasionalTransform {
 public:
  using OccasionalTransform::OccasionalTransform;

 private:
  void change(const ImageView& in, const MutableImageView& out, RandomSource&) const override {
    autocontrast(in, out);
  }
};

}  // namespace

const OptionTable& AutocontrastOptions::options() {
  static const OptionTable table =
      OptionTableOf<AutocontrastOptions>()
          .add("p", &AutocontrastOptions::p, "probability that an image is stretched")
          .range(0, 1)
          .shorthand();
  return table;
}

std::unique_ptr<Transform> make_autocontrast(const AutocontrastOptions& options) {
  return std::make_unique<Autocontrast>(options.p);
}

}  // namespace trainer
