#include "data/transforms/augment/spatial/vertical_flip.h"

#include "data/transforms/augment/occasional.h"
#include "data/transforms/kernels/resample.h"

namespace trainer {
namespace {

class VerticalFlip final : public OccasionalTransform {
 public:
  using OccasionalTransform::OccasionalTransform;

 private:
  void change(const ImageView& in, const MutableImageView& out, RandomSource&) const override {
    // Read from the last row upwards.
    copy_pixels({in.row(in.height - 1), in.height, in.width, in.channels, -in.stride}, out, false);
  }
};

}  // namespace

const OptionTable& VerticalFlipOptions::options() {
  static const OptionTable table =
      OptionTableOf<VerticalFlipOptions>()
          .add("p", &VerticalFlipOptions::p, "probability that an image is turned upside down")
          .range(0, 1)
          .shorthand();
  return table;
}

std::unique_ptr<Transform> make_vertical_flip(const VerticalFlipOptions& options) {
  return std::make_unique<VerticalFlip>(options.p);
}

}  // namespace trainer
