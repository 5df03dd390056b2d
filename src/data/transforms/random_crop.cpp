#include "data/transforms/random_crop.h"

#include <algorithm>

#include <trainer/error.h>

#include "base/text.h"
#include "data/transforms/fill_option.h"
#include "data/transforms/window_plan.h"

namespace trainer {
namespace {

struct Sides {
  int left = 0, top = 0, right = 0, bottom = 0;
};

Sides sides_of(const std::vector<int>& padding) {
  switch (padding.size()) {
    case 1:
      return {padding[0], padding[0], padding[0], padding[0]};
    case 2:
      return {padding[0], padding[1], padding[0], padding[1]};
    case 4:
      return {padding[0], padding[1], padding[2], padding[3]};
    default:
      throw UsageError(concat("padding: expected 1, 2 or 4 numbers, got ", padding.size()));
  }
}

PaddingMode mode_named(const std::string& word) {
  if (word == "edge") return PaddingMode::edge;
  if (word == "reflect") return PaddingMode::reflect;
  if (word == "symmetric") return PaddingMode::symmetric;
  return PaddingMode::constant;
}

class RandomCrop final : public GeometricTransform, public WindowTransform {
 public:
  RandomCrop(ImageSize size, Sides sides, const Padding& padding)
      : size_(size), sides_(sides), padding_(padding) {}

  ImageShape output_shape(const ImageShape& input) const override {
    return {size_.height, size_.width, input.channels};
  }
  bool is_random() const override { return true; }

  bool plan(Geometry& geometry, RandomSource& random) const override {
    const Box box = draw(geometry.height(), geometry.width(), random);
    if (box.x < 0 || box.y < 0 || box.x + box.width > geometry.width() ||
        box.y + box.height > geometry.height()) {
      return false;
    }
    geometry.crop(box);
    return true;
  }

  void apply(const ImageView& in,
             const MutableImageView& out,
             RandomSource& random) const override {
    const Box box = draw(in.height, in.width, random);
    crop_padded(in, box.x, box.y, padding_.mode, padding_.fill, out);
  }

  WindowEffect window_effect() const override { return WindowEffect::crop; }
  void plan_window(WindowPlan& plan, RandomSource& random) const override {
    plan.crop(draw(plan.window.height, plan.window.width, random), padding_);
  }

 private:
  /// The crop in coordinates of the image before padding.
  Box draw(int height, int width, RandomSource& random) const {
    const int y = start(height, size_.height, sides_.top, sides_.bottom, random);
    const int x = start(width, size_.width, sides_.left, sides_.right, random);
    return {x, y, size_.width, size_.height};
  }

  static int start(int image, int crop, int before, int after, RandomSource& random) {
    const int padded = image + before + after;
    const int lack = std::max(crop - padded, 0);
    const int places = padded + 2 * lack - crop + 1;
    return static_cast<int>(random.below(static_cast<std::uint64_t>(places))) - before - lack;
  }

  ImageSize size_;
  Sides sides_;
  Padding padding_;
};

}  // namespace

const OptionTable& RandomCropOptions::options() {
  static const OptionTable table =
      OptionTableOf<RandomCropOptions>()
          .add("size",
               &RandomCropOptions::size,
               "pixels of both sides, or [height, width]; auto: data.image_size")
          .range(1, 65535)
          .items(1, 2)
          .one_as_list()
          .words({"auto"})
          .shorthand()
          .add("padding",
               &RandomCropOptions::padding,
               "pixels on all sides, [left and right, above and below], or "
               "[left, above, right, below]")
          .range(0, 65535)
          .items(1, 4)
          .one_as_list()
          .add("fill", &RandomCropOptions::fill, "value of the padding, or one for each channel")
          .range(0, 255)
          .items(1, 4)
          .one_as_list()
          .add(
              "padding_mode",
              &RandomCropOptions::padding_mode,
              "what the padding shows: fill, border pixel, mirror image without or with the border")
          .choices({"constant", "edge", "reflect", "symmetric"});
  return table;
}

std::unique_ptr<Transform> make_random_crop(const TransformRequest& request,
                                            const RandomCropOptions& options) {
  return std::make_unique<RandomCrop>(exact_size(options.size, request),
                                      sides_of(options.padding),
                                      Padding{mode_named(options.padding_mode),
                                              pixel_fill("fill", options.fill, request.channels)});
}

}  // namespace trainer
