#include "data/transforms/kernels/resample_kernels.h"

namespace trainer {

std::vector<const ResampleKernels*> usable_resample_kernels() {
  std::vector<const ResampleKernels*> usable = {&portable_resample_kernels()};
  if (const ResampleKernels* avx2 = avx2_resample_kernels()) usable.push_back(avx2);
  if (const ResampleKernels* avx512 = avx512_resample_kernels()) usable.push_back(avx512);
  if (const ResampleKernels* vbmi = avx512_vbmi_resample_kernels()) usable.push_back(vbmi);
  return usable;
}

const ResampleKernels& resample_kernels() {
  static const ResampleKernels& fastest = *usable_resample_kernels().back();
  return fastest;
}

}  // namespace trainer
