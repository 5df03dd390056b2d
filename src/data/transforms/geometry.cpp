#include "data/transforms/geometry.h"

#include <trainer/error.h>

namespace trainer {

void Geometry::crop(const Box& box) {
  TRAINER_ASSERT(
      box.x >= 0 && box.y >= 0 && box.x + box.width <= width() && box.y + box.height <= height(),
      "a crop inside of the image");
  const int x = mirror_ ? width() - box.x - box.width : box.x;
  Box& kept = resize_ ? resize_->window : box_;
  kept = {kept.x + x, kept.y + box.y, box.width, box.height};
}

bool Geometry::resize(int height, int width, Interpolation interpolation, ResizeOrder order) {
  // A resized mirror image is not always the mirror image of the resized one, to the last bit.
  if (resize_ || mirror_) return false;
  resize_ = ResizePlan{.height = height,
                       .width = width,
                       .window = {0, 0, width, height},
                       .interpolation = interpolation,
                       .order = order};
  return true;
}

ResizePlan Geometry::plan() const {
  ResizePlan plan;
  if (resize_) {
    plan = *resize_;
  } else {
    plan.height = box_.height;
    plan.width = box_.width;
    plan.window = {0, 0, box_.width, box_.height};
  }
  plan.source = box_;
  plan.mirror = mirror_;
  return plan;
}

void GeometricTransform::apply(const ImageView& in,
                               const MutableImageView& out,
                               RandomSource& random) const {
  thread_local Resampler resampler;
  Geometry geometry(in.height, in.width);
  const bool planned = plan(geometry, random);
  TRAINER_ASSERT(planned, "a transform of whole pixels");
  resampler.run({in, 0, 0}, geometry.plan(), out);
}

}  // namespace trainer
