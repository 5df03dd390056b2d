#include "data/transforms/to_grayscale.h"

#include <trainer/error.h>

#include "base/text.h"
#include "data/transforms/kernels/gray.h"

namespace trainer {
namespace {

class ToGrayscale final : public Transform {
 public:
  explicit ToGrayscale(int channels) : channels_(channels) {}

  ImageShape output_shape(const ImageShape& input) const override {
    return {input.height, input.width, channels_};
  }

  void apply(const ImageView& in, const MutableImageView& out, RandomSource&) const override {
    for (int y = 0; y < in.height; ++y) {
      const std::uint8_t* from = in.row(y);
      std::uint8_t* to = out.row(y);
      for (int x = 0; x < in.width; ++x, from += in.channels) {
        const std::uint8_t value = in.channels >= 3 ? luma(from) : from[0];
        for (int c = 0; c < channels_; ++c) *to++ = value;
      }
    }
  }

 private:
  int channels_;
};

}  // namespace

const OptionTable& ToGrayscaleOptions::options() {
  static const OptionTable table = OptionTableOf<ToGrayscaleOptions>()
                                       .add("num_output_channels",
                                            &ToGrayscaleOptions::num_output_channels,
                                            "1, or 3 equal ones; auto: as many as data.channels")
                                       .range(1, 3)
                                       .words({"auto"})
                                       .shorthand();
  return table;
}

std::unique_ptr<Transform> make_to_grayscale(const TransformRequest& request,
                                             const ToGrayscaleOptions& options) {
  const int channels = options.num_output_channels.has_value() ? options.num_output_channels.value
                                                               : request.channels;
  if (channels != 1 && channels != 3) {
    throw UsageError(concat("num_output_channels: expected 1 or 3, got ", channels));
  }
  return std::make_unique<ToGrayscale>(channels);
}

}  // namespace trainer
