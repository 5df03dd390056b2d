#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <trainer/dataset.h>

#include "data/decode/decode.h"
#include "data/transforms/kernels/resample.h"

namespace trainer {

struct ImagePackOptions {
  int max_side = 0;   ///< longest side that is kept as it is; 0: any
  int quality = 90;   ///< of the JPEGs made of larger ones
  bool raw = false;   ///< pixels in place of encoded images
  int size = 0;       ///< raw: shorter side, of images that are larger; 0: as they are
  int channels = 3;   ///< raw: 1 or 3
  bool exif = false;  ///< raw: turn images upright, as data.exif: apply; files keep their tag
};

/// What is stored for one image.
struct PackedImage {
  SourceImage image;
  bool shrunk = false;    ///< its pixels are others than the source's
  bool baseline = false;  ///< a progressive JPEG was stored as a baseline one
};

/// Turns images into what a packed file stores. Holds memory that only grows; one per thread.
class ImagePacker {
 public:
  explicit ImagePacker(const ImagePackOptions& options) : options_(options) {}

  /// Every image is decoded, so that a bad one is found now. What need not change is kept byte for
  /// byte. Throws DataError naming `name`.
  void pack(SourceImage source, const std::string& name, PackedImage& out);

 private:
  ImageView decode(const SourceImage& source, const std::string& name);
  ImageView resize(const ImageView& image, int height, int width);
  void pack_raw(const ImageView& image, PackedImage& out);
  bool pack_smaller(const ImageView& image, const SourceImage& source, PackedImage& out);
  bool pack_baseline(const ImageView& image, const SourceImage& source, PackedImage& out);

  ImagePackOptions options_;
  DecodedImage decoded_, again_;
  Resampler resampler_;
  std::vector<std::uint8_t> resized_, gray_;
};

}  // namespace trainer
