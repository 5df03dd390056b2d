#pragma once
#include <optional>

#include <trainer/transform.h>

#include "data/transforms/kernels/resample.h"

namespace trainer {

/// Crops, at most one resize, and mirrorings of an image, put together before any pixel moves: what
/// is cut away later is never computed, and the result is written once.
class Geometry {
 public:
  explicit Geometry(const ImageView& image);

  /// Size of the result so far.
  int height() const { return resize_ ? resize_->window.height : box_.height; }
  int width() const { return resize_ ? resize_->window.width : box_.width; }
  /// Nothing was asked for yet.
  bool identity() const;

  /// Keeps a part that lies inside of the result so far.
  void crop(const Box& box);
  /// False, and nothing done, where the result so far must be rendered first.
  bool resize(int height, int width, Interpolation interpolation, ResizeOrder order);
  void mirror() { mirror_ = !mirror_; }

  void render(Resampler& resampler, const MutableImageView& out) const;

 private:
  ImageView image_;
  Box box_;  ///< the part of the source that is used
  std::optional<ResizePlan> resize_;
  bool mirror_ = false;
};

/// A transform that can be put into a Geometry.
class GeometricTransform : public Transform {
 public:
  /// False, and nothing done, where `geometry` cannot take this in; tried again on rendered pixels
  /// with the same random numbers, and then left to `apply`.
  virtual bool plan(Geometry& geometry, RandomSource& random) const = 0;
  void apply(const ImageView& in, const MutableImageView& out, RandomSource& random) const override;
};

}  // namespace trainer
