#pragma once
#include <optional>

#include <trainer/transform.h>

#include "data/transforms/kernels/resample.h"

namespace trainer {

/// Crops, at most one resize, and mirrorings of an image, put together before any pixel moves, and
/// before it is decoded: what is cut away later is never computed, and the result is written once.
class Geometry {
 public:
  /// Of an image of this size.
  Geometry(int height, int width) : box_{0, 0, width, height}, image_(box_) {}

  /// Size of the result so far.
  int height() const { return resize_ ? resize_->window.height : box_.height; }
  int width() const { return resize_ ? resize_->window.width : box_.width; }
  /// Nothing was asked for yet.
  bool identity() const { return !resize_ && !mirror_ && box_ == image_; }

  /// Keeps a part that lies inside of the result so far.
  void crop(const Box& box);
  /// False, and nothing done, where the result so far must be rendered first.
  bool resize(int height, int width, Interpolation interpolation, ResizeOrder order);
  void mirror() { mirror_ = !mirror_; }

  /// All of it as one step; without a resize one to the same size.
  ResizePlan plan() const;

 private:
  Box box_;  ///< the part of the image that is used
  Box image_;
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
