#include "data/transforms/augment/color/gaussian_blur.h"

#include <trainer/error.h>

#include "base/text.h"
#include "data/transforms/augment/occasional.h"
#include "data/transforms/augment/range_option.h"
#include "data/transforms/kernels/color/gaussian_blur.h"

namespace trainer {
namespace {

class GaussianBlur final : public OccasionalTransform {
 public:
  GaussianBlur(int width, int height, Range sigma, double p)
      : OccasionalTransform(p), width_(width), height_(height), sigma_(sigma) {}
  bool is_random() const override {
    return sigma_.least < sigma_.most || OccasionalTransform::is_random();
  }

 private:
  void change(const ImageView& in,
              const MutableImageView& out,
              RandomSource& random) const override {
    if (width_ / 2 >= in.width || height_ / 2 >= in.height) {
      throw DataError(concat("gaussian_blur: expected an image larger than half of the kernel of ",
                             width_,
                             "x",
                             height_,
                             ", got ",
                             in.width,
                             "x",
                             in.height));
    }
    gaussian_blur(in, out, width_, height_, sigma_.draw(random));
  }

  int width_, height_;
  Range sigma_;
};

}  // namespace

const OptionTable& GaussianBlurOptions::options() {
  static const OptionTable table =
      OptionTableOf<GaussianBlurOptions>()
          .add("kernel_size",
               &GaussianBlurOptions::kernel_size,
               "taps along both sides, or [width, height]; odd")
          .range(1, 255)
          .items(1, 2)
          .one_as_list()
          .shorthand()
          .required()
          .add("sigma",
               &GaussianBlurOptions::sigma,
               "standard deviation in pixels, or its [least, most]")
          .range(0.001, 1000)
          .items(1, 2)
          .one_as_list()
          .add("p", &GaussianBlurOptions::p, "probability that an image is blurred")
          .range(0, 1);
  return table;
}

std::unique_ptr<Transform> make_gaussian_blur(const GaussianBlurOptions& options) {
  for (const int size : options.kernel_size) {
    if (size % 2 == 0) {
      throw UsageError(concat("kernel_size: expected an odd number, got ", size));
    }
  }
  return std::make_unique<GaussianBlur>(options.kernel_size.front(),
                                        options.kernel_size.back(),
                                        range_of("sigma", options.sigma),
                                        options.p);
}

}  // namespace trainer
