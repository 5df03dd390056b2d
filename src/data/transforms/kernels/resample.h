#pragma once
#include <cstdint>
#include <vector>

#include <trainer/transform.h>

#include "data/box.h"
#include "data/transforms/kernels/resample_kernels.h"
#include "data/transforms/kernels/resample_weights.h"

namespace trainer {

/// Which of the two passes comes first; the pixels between them are rounded to 8 bits, so it shows.
enum class ResizeOrder {
  pillow12,  ///< Pillow up to 12.0: always horizontal first
  pillow13,  ///< Pillow 13: vertical first when h > oh and h - oh > 2 * (w - ow)
};

/// What becomes of an image: `source`, a part of it, is resized to [height, width], of which
/// `window` is kept, mirrored last.
struct ResizePlan {
  Box source;
  int height = 0, width = 0;
  Box window;
  bool mirror = false;  ///< left and right of the kept part
  Interpolation interpolation = Interpolation::bilinear;
  ResizeOrder order = ResizeOrder::pillow13;
  /// The part of `source` that the result spans, in its pixels, where it ends inside of pixels;
  /// `to` 0: all of it.
  double from_x = 0, to_x = 0, from_y = 0, to_y = 0;
};

/// Pixels of an image of which only a part is there: `view` holds those from (x, y) on.
struct PartialImage {
  ImageView view;
  int x = 0, y = 0;
};

/// Antialiased resize, bit for bit Pillow's `Image.resize(…, BILINEAR | BICUBIC)` on 8-bit images
/// of 1 to 4 channels (each channel for itself, alpha not premultiplied). Only the kept pixels are
/// computed. Holds scratch memory that only grows; one per thread.
class Resampler {
 public:
  explicit Resampler(const ResampleKernels& kernels = resample_kernels()) : kernels_(kernels) {}

  /// The pixels of the image that `run` will read for this plan.
  Box needed(const ResizePlan& plan);
  /// `in` holds at least the needed pixels; `out` has the size of the window and the channels of
  /// `in`. They do not overlap.
  void run(const PartialImage& in, const ResizePlan& plan, const MutableImageView& out);

 private:
  void build(const ResizePlan& plan);

  const ResampleKernels& kernels_;
  AxisWeights horizontal_, vertical_;
  std::vector<std::uint8_t> between_;
};

/// Copies pixels of equal shape, left and right swapped where `mirror`. They do not overlap.
void copy_pixels(const ImageView& in, const MutableImageView& out, bool mirror);

}  // namespace trainer
