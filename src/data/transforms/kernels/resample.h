#pragma once
#include <cstdint>
#include <vector>

#include <trainer/transform.h>

#include "data/transforms/kernels/resample_weights.h"

namespace trainer {

/// Which of the two passes comes first; the pixels between them are rounded to 8 bits, so it shows.
enum class ResizeOrder {
  pillow12,  ///< Pillow up to 12.0: always horizontal first
  pillow13,  ///< Pillow 13: vertical first when h > oh and h - oh > 2 * (w - ow)
};

/// A part of an image in pixels.
struct Box {
  int x = 0, y = 0, width = 0, height = 0;
  bool operator==(const Box&) const = default;
};

/// What becomes of an image: resized to [height, width], of which `window` is kept, mirrored last.
struct ResizePlan {
  int height = 0, width = 0;
  Box window;
  bool mirror = false;  ///< left and right of the kept part
  Interpolation interpolation = Interpolation::bilinear;
  ResizeOrder order = ResizeOrder::pillow13;
};

/// Antialiased resize, bit for bit Pillow's `Image.resize(…, BILINEAR | BICUBIC)` on 8-bit images
/// of 1 to 4 channels (each channel for itself, alpha not premultiplied). Only the kept pixels are
/// computed. Holds scratch memory that only grows; one per thread.
class Resampler {
 public:
  /// `out` has the size of the window and the channels of `in`. They do not overlap.
  void run(const ImageView& in, const ResizePlan& plan, const MutableImageView& out);

 private:
  AxisWeights horizontal_, vertical_;
  std::vector<std::uint8_t> between_;
};

/// Copies pixels of equal shape, left and right swapped where `mirror`. They do not overlap.
void copy_pixels(const ImageView& in, const MutableImageView& out, bool mirror);

}  // namespace trainer
