#pragma once
#include <trainer/transform.h>

namespace trainer {

/// A transform that keeps the shape and leaves an image as it is, but for a share `p` of them. With
/// `p` = 1 nothing is drawn for that; it is then random only if `change` is.
class OccasionalTransform : public Transform {
 public:
  explicit OccasionalTransform(double p) : p_(p) {}
  bool is_random() const override { return p_ < 1; }
  void apply(const ImageView& in, const MutableImageView& out, RandomSource& random) const final;

 protected:
  virtual void change(const ImageView& in,
                      const MutableImageView& out,
                      RandomSource& random) const = 0;

  /// Draws whether an image is changed.
  bool chosen(RandomSource& random) const { return p_ >= 1 || random.uniform() < p_; }

 private:
  double p_;
};

}  // namespace trainer
