#pragma once
#include <span>

#include "data/transforms/augment/policies/operation.h"

namespace trainer {

/// One operation of a space and the magnitudes that its bins stand for.
struct OperationScale {
  Operation operation = Operation::identity;
  enum class Unit {
    none,          ///< the operation has no magnitude
    fixed,         ///< 0 to `most`
    image_width,   ///< 0 to `most` times the width
    image_height,  ///< 0 to `most` times the height
    bits,          ///< from 8 bits down by `most`
    few_bits,      ///< from 4 bits down by `most`
    threshold,     ///< from 255 down to 0
  };
  Unit unit = Unit::none;
  double most = 0;
  bool is_signed = false;

  /// Of bin 0 … bins-1 (bins >= 2) for an image of this shape, to the last bit as torchvision,
  /// which computes it in float32; not negated yet.
  double magnitude(int bin, int bins, const ImageShape& image) const;
};

/// torchvision's spaces, in its order.
std::span<const OperationScale> rand_augment_space();
std::span<const OperationScale> trivial_augment_space();
std::span<const OperationScale> auto_augment_space();
/// `all`: with brightness, color, contrast and sharpness, which are among the test corruptions of
/// AugMix's paper.
std::span<const OperationScale> augmix_space(bool all);

/// A call of an operation of `space`, chosen and negated at random; `bin` is asked only where the
/// operation has a magnitude.
template <class Bin>
OperationCall draw_call(std::span<const OperationScale> space,
                        int bins,
                        const ImageShape& image,
                        RandomSource& random,
                        const Bin& bin) {
  const OperationScale& scale = space[static_cast<std::size_t>(random.below(space.size()))];
  double magnitude = 0;
  if (scale.unit != OperationScale::Unit::none) magnitude = scale.magnitude(bin(), bins, image);
  if (scale.is_signed && random.below(2) == 1) magnitude = -magnitude;
  return {scale.operation, magnitude};
}

}  // namespace trainer
