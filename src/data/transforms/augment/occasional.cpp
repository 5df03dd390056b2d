#include "data/transforms/augment/occasional.h"

#include "data/transforms/kernels/resample.h"

namespace trainer {

void OccasionalTransform::apply(const ImageView& in,
                                const MutableImageView& out,
                                RandomSource& random) const {
  if (chosen(random)) {
    change(in, out, random);
  } else {
    copy_pixels(in, out, false);
  }
}

}  // namespace trainer
