#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/transforms/kernels/bfloat16.h"

namespace trainer {

/// What the kernels need to know of a normalisation.
struct NormalizeTables {
  int channels = 0;
  /// [channel][pixel]: the result for each of the 256 values of a pixel.
  std::array<std::array<float, 256>, 4> floats;
  std::array<std::array<Bfloat16, 256>, 4> bfloats;
  /// For vectors of pixels whose channels follow each other: what belongs to the value at position
  /// i of a row stands at i % kPeriod, a multiple of 1 to 4 channels and of a vector. 1 / std as a
  /// float and the rest that it leaves out.
  static constexpr std::size_t kPeriod = 48;
  alignas(64) std::array<float, kPeriod> mean, inverse, inverse_rest;
};

/// The inner loops of normalisation for one kind of processor. `pixels` of `tables.channels` bytes
/// each; `in` and `out` do not overlap.
struct NormalizeKernels {
  const char* name;  ///< "table", "avx2", "avx512"
  void (*to_float)(const NormalizeTables& tables,
                   const std::uint8_t* in,
                   float* out,
                   std::int64_t pixels);
  void (*to_bfloat16)(const NormalizeTables& tables,
                      const std::uint8_t* in,
                      Bfloat16* out,
                      std::int64_t pixels);
};

/// Looks every byte up: right for any numbers, on any processor.
const NormalizeKernels& table_normalize_kernels();
/// These calculate, with a correction of each division by a multiplication that all but never
/// leaves another last bit. Null where the compiler or the processor lacks the instructions.
const NormalizeKernels* avx2_normalize_kernels();
const NormalizeKernels* avx512_normalize_kernels();

/// Those that this processor can run, the fastest last.
std::vector<const NormalizeKernels*> usable_normalize_kernels();

/// The fastest, chosen once.
const NormalizeKernels& normalize_kernels();

}  // namespace trainer
