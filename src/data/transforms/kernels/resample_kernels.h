#pragma once
#include <vector>

#include <trainer/transform.h>

#include "data/transforms/kernels/resample_weights.h"

namespace trainer {

/// The inner loops of a resize for one kind of processor. All give the same bytes.
struct ResampleKernels {
  const char* name;  ///< "portable", "avx2", "avx512", "avx512_vbmi"
  /// Makes `out.width` columns of each row of `out` from the row of `in` with the same number,
  /// left and right swapped where `mirror`. Column 0 of `in` is source column `column_offset`.
  void (*horizontal)(const ImageView& in,
                     int column_offset,
                     const AxisWeights& weights,
                     bool mirror,
                     const MutableImageView& out);
  /// Makes the rows of `out` from those of `in`, whose row 0 is source row `row_offset`.
  void (*vertical)(const ImageView& in,
                   int row_offset,
                   const AxisWeights& weights,
                   const MutableImageView& out);
};

const ResampleKernels& portable_resample_kernels();
/// Null where the compiler or the processor lacks the instructions.
const ResampleKernels* avx2_resample_kernels();
const ResampleKernels* avx512_resample_kernels();
const ResampleKernels* avx512_vbmi_resample_kernels();

/// Those that this processor can run, the fastest last.
std::vector<const ResampleKernels*> usable_resample_kernels();

/// The fastest, chosen once.
const ResampleKernels& resample_kernels();

}  // namespace trainer
