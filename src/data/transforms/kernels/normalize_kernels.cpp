#include "data/transforms/kernels/normalize_kernels.h"

namespace trainer {

std::vector<const NormalizeKernels*> usable_normalize_kernels() {
  std::vector<const NormalizeKernels*> usable = {&table_normalize_kernels()};
  if (const NormalizeKernels* avx2 = avx2_normalize_kernels()) usable.push_back(avx2);
  if (const NormalizeKernels* avx512 = avx512_normalize_kernels()) usable.push_back(avx512);
  return usable;
}

const NormalizeKernels& normalize_kernels() {
  static const NormalizeKernels& fastest = *usable_normalize_kernels().back();
  return fastest;
}

}  // namespace trainer
