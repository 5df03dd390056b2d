#include "data/transforms/center_crop.h"

#include <algorithm>
#include <cmath>

#include "data/transforms/kernels/pad.h"

namespace trainer {
namespace {

/// Where the crop starts along one axis; negative: that many zeros stand before the image.
int crop_start(int image, int crop) {
  const int before = crop > image ? (crop - image) / 2 : 0;
  const int padded = std::max(image, crop);
  // The default rounding mode is half to even, as Python's round().
  return static_cast<int>(std::nearbyint((padded - crop) / 2.0)) - before;
}

class CenterCrop final : public GeometricTransform {
 public:
  explicit CenterCrop(ImageSize size) : size_(size) {}

  ImageShape output_shape(const ImageShape& input) const override {
    return {size_.height, size_.width, input.channels};
  }

  bool plan(Geometry& geometry, RandomSource&) const override {
    if (geometry.height() < size_.height || geometry.width() < size_.width) return false;
    geometry.crop({crop_start(geometry.width(), size_.width),
                   crop_start(geometry.height(), size_.height),
                   size_.width,
                   size_.height});
    return true;
  }

  void apply(const ImageView& in, const MutableImageView& out, RandomSource&) const override {
    crop_padded(in,
                crop_start(in.width, size_.width),
                crop_start(in.height, size_.height),
                PaddingMode::constant,
                {},
                out);
  }

 private:
  ImageSize size_;
};

}  // namespace

const OptionTable& CenterCropOptions::options() {
  static const OptionTable table =
      OptionTableOf<CenterCropOptions>()
          .add("size",
               &CenterCropOptions::size,
               "pixels of both sides, or [height, width]; auto: data.image_size")
          .range(1, 65535)
          .items(1, 2)
          .one_as_list()
          .words({"auto"})
          .shorthand();
  return table;
}

std::unique_ptr<Transform> make_center_crop(const TransformRequest& request,
                                            const CenterCropOptions& options) {
  return std::make_unique<CenterCrop>(exact_size(options.size, request));
}

}  // namespace trainer
