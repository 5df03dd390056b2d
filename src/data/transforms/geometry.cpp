#include "data/transforms/geometry.h"

#include <trainer/error.h>

namespace trainer {

Geometry::Geometry(const ImageView& image) : image_(image), box_{0, 0, image.width, image.height} {}

bool Geometry::identity() const {
  return !resize_ && !mirror_ && box_ == Box{0, 0, image_.width, image_.height};
}

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
  resize_ = ResizePlan{height, width, {0, 0, width, height}, false, interpolation, order};
  return true;
}

void Geometry::render(Resampler& resampler, const MutableImageView& out) const {
  const ImageView source = {
      image_.row(box_.y) + static_cast<std::ptrdiff_t>(box_.x) * image_.channels,
      box_.height,
      box_.width,
      image_.channels,
      image_.stride};
  if (!resize_) return copy_pixels(source, out, mirror_);
  ResizePlan plan = *resize_;
  plan.mirror = mirror_;
  resampler.run(source, plan, out);
}

void GeometricTransform::apply(const ImageView& in,
                               const MutableImageView& out,
                               RandomSource& random) const {
  thread_local Resampler resampler;
  Geometry geometry(in);
  const bool planned = plan(geometry, random);
  TRAINER_ASSERT(planned, "a transform of whole pixels");
  geometry.render(resampler, out);
}

}  // namespace trainer
