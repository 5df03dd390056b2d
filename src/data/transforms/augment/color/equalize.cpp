#include "data/transforms/augment/color/equalize.h"

#include "data/transforms/augment/occasional.h"
#include "data/transforms/kernels/color/histogram.h"

namespace trainer {
namespace {

class Equalize final : public OccasionalTransform {
 public:
  using OccasionalTransform::OccasionalTransform;

 private:
  void change(const ImageView& in, const MutableImageView& out, RandomSource&) const override {
    equalize(in, out);
  }
};

}  // namespace

const OptionTable& EqualizeOptions::options() {
  static const OptionTable table =
      OptionTableOf<EqualizeOptions>()
          .add("p", &EqualizeOptions::p, "probability that an image is equalized")
          .range(0, 1)
          .shorthand();
  return table;
}

std::unique_ptr<Transform> make_equalize(const EqualizeOptions& options) {
  return std::make_unique<Equalize>(options.p);
}

}  // namespace trainer
