#pragma once
#include <cstdint>

#include "data/transforms/kernels/bfloat16.h"
#include "data/transforms/kernels/normalize_kernels.h"

namespace trainer {

struct Normalization;

/// uint8 pixels to normalised ones: (x / 255 - mean) / std, to the bit what torchvision's ToTensor
/// and Normalize give in float32 (two divisions and a subtraction, each rounded). Made once for a
/// normalisation, which takes microseconds; then immutable and thread-safe. Cheap to call for a row
/// of a small image.
class BatchNormalizer {
 public:
  /// Mean and std of 1 to 4 channels. With `kernels`, the table takes over where they do not give
  /// the exact result for each of the 256 values of each channel, as where a std is tiny.
  explicit BatchNormalizer(const Normalization& normalization,
                           const NormalizeKernels& kernels = normalize_kernels());

  /// `pixels` times the channels, interleaved, of which the order is kept: a row, an image or a
  /// batch. `in` and `out` do not overlap and need no alignment.
  void run(const std::uint8_t* in, float* out, std::int64_t pixels) const {
    kernels_->to_float(tables_, in, out, pixels);
  }
  /// The same, rounded to bfloat16 in the same pass.
  void run(const std::uint8_t* in, Bfloat16* out, std::int64_t pixels) const {
    kernels_->to_bfloat16(tables_, in, out, pixels);
  }

  int channels() const { return tables_.channels; }
  /// Those in use.
  const NormalizeKernels& kernels() const { return *kernels_; }

 private:
  NormalizeTables tables_;
  const NormalizeKernels* kernels_;
};

}  // namespace trainer
