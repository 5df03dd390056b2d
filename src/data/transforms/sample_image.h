#pragma once
#include <cstdint>
#include <span>

#include <trainer/dataset.h>

#include "data/decode/decode.h"
#include "data/transforms/kernels/resample.h"

namespace trainer {

struct SampleImageOptions {
  int channels = 3;
  std::int64_t max_pixels = 0;
  bool exif = false;  ///< turn pictures as their cameras say
};

/// The image that a sample starts from. Its size is known from the header, its pixels are decoded
/// when it is known which of them are needed.
class SampleImage {
 public:
  /// Reads the header. `image` and `memory` outlive this. Throws DataError.
  SampleImage(const SourceImage& image, const SampleImageOptions& options, DecodedImage& memory);

  int height() const { return height_; }
  int width() const { return width_; }
  /// Whether `shrunk` may be asked for.
  bool can_shrink() const;

  /// The pixels in `needed` at least. Called once.
  PartialImage part(const Box& needed);
  /// The same of the image at 1 / shrink of its size (2, 4 or 8; sides rounded up): what a JPEG
  /// gives for less work, close to an exact reduction but not equal.
  PartialImage shrunk_part(const Box& needed, int shrink);

 private:
  void look_at_raw_pixels(const SourceImage& image);
  PartialImage decode(const Box& needed, int shrink);

  std::span<const std::uint8_t> bytes_;
  SampleImageOptions options_;
  DecodedImage& memory_;
  bool encoded_;
  ImageInfo info_;
  int orientation_ = 1;
  ImageView raw_;
  int height_ = 0, width_ = 0;
};

}  // namespace trainer
