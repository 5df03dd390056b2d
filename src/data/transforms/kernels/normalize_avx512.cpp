#include "data/transforms/kernels/normalize_kernels.h"

#if defined(__x86_64__)

#include <cstddef>

#include <immintrin.h>

#include "data/transforms/kernels/normalize_simd.h"

// As in resample_avx2.cpp.
#define TRAINER_AVX512 [[gnu::target("avx512f,avx512bw,avx512vl")]]

namespace trainer {
namespace {

constexpr std::int64_t kLanes = 16;
/// Vectors after which the channels repeat, for 1 to 4 of them.
constexpr int kVectors = 3;
constexpr std::int64_t kBlock = kVectors * kLanes;
static_assert(NormalizeTables::kPeriod == kBlock);

/// What belongs to sixteen neighbouring values.
struct Lanes {
  __m512 mean, inverse, inverse_rest;
};

TRAINER_AVX512 inline Lanes lanes_from(const NormalizeTables& tables, std::size_t position) {
  return {_mm512_load_ps(tables.mean.data() + position),
          _mm512_load_ps(tables.inverse.data() + position),
          _mm512_load_ps(tables.inverse_rest.data() + position)};
}

TRAINER_AVX512 inline __m512 normalized(__m128i bytes, const Lanes& lanes) {
  const __m512 x = _mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(bytes));
  const __m512 scaled = _mm512_fmadd_ps(
      x, _mm512_set1_ps(simd::kOne255th), _mm512_mul_ps(x, _mm512_set1_ps(simd::kOne255thRest)));
  const __m512 centered = _mm512_sub_ps(scaled, lanes.mean);
  return _mm512_fmadd_ps(centered, lanes.inverse, _mm512_mul_ps(centered, lanes.inverse_rest));
}

TRAINER_AVX512 inline __m256i rounded(__m512 values) {
  const __m512i bits = _mm512_castps_si512(values);
  const __m512i odd = _mm512_and_si512(_mm512_srli_epi32(bits, 16), _mm512_set1_epi32(1));
  const __m512i sum = _mm512_add_epi32(_mm512_add_epi32(bits, _mm512_set1_epi32(0x7FFF)), odd);
  return _mm512_cvtepi32_epi16(_mm512_srli_epi32(sum, 16));
}

TRAINER_AVX512 inline void store(__m512 values, float* out) {
  _mm512_storeu_ps(out, values);
}
TRAINER_AVX512 inline void store(__m512 values, Bfloat16* out) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), rounded(values));
}
TRAINER_AVX512 inline void store_some(__m512 values, __mmask16 which, float* out) {
  _mm512_mask_storeu_ps(out, which, values);
}
TRAINER_AVX512 inline void store_some(__m512 values, __mmask16 which, Bfloat16* out) {
  _mm256_mask_storeu_epi16(out, which, rounded(values));
}

template <class Number>
TRAINER_AVX512 void run(const NormalizeTables& tables,
                        const std::uint8_t* in,
                        Number* out,
                        std::int64_t pixels) {
  const Lanes lanes[kVectors] = {
      lanes_from(tables, 0), lanes_from(tables, kLanes), lanes_from(tables, 2 * kLanes)};
  std::int64_t left = pixels * tables.channels;
  for (; left >= kBlock; left -= kBlock, in += kBlock, out += kBlock) {
    for (int i = 0; i < kVectors; ++i) {
      const auto* bytes = reinterpret_cast<const __m128i*>(in + i * kLanes);
      store(normalized(_mm_loadu_si128(bytes), lanes[i]), out + i * kLanes);
    }
  }
  for (int i = 0; left > 0; ++i, left -= kLanes, in += kLanes, out += kLanes) {
    const auto which = static_cast<__mmask16>(left >= kLanes ? 0xFFFF : (1 << left) - 1);
    store_some(normalized(_mm_maskz_loadu_epi8(which, in), lanes[i]), which, out);
  }
}

}  // namespace

const NormalizeKernels* avx512_normalize_kernels() {
  static constexpr NormalizeKernels kernels = {"avx512", run<float>, run<Bfloat16>};
  const bool usable = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512vl");
  return usable ? &kernels : nullptr;
}

}  // namespace trainer

#else

namespace trainer {
const NormalizeKernels* avx512_normalize_kernels() {
  return nullptr;
}
}  // namespace trainer

#endif
