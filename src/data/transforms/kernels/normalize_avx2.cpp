#include "data/transforms/kernels/normalize_kernels.h"

#if defined(__x86_64__)

#include <cstddef>

#include <immintrin.h>

#include "data/transforms/kernels/normalize_simd.h"

// As in resample_avx2.cpp.
#define TRAINER_AVX2 [[gnu::target("avx2,fma")]]

namespace trainer {
namespace {

constexpr std::int64_t kLanes = 8;
/// Vectors after which the channels repeat, for 1 to 4 of them.
constexpr int kVectors = 3;
constexpr std::int64_t kBlock = kVectors * kLanes;
static_assert(NormalizeTables::kPeriod >= kBlock + kLanes && NormalizeTables::kPeriod % 12 == 0);

/// What belongs to eight neighbouring values.
struct Lanes {
  __m256 mean, inverse, inverse_rest;
};

TRAINER_AVX2 inline Lanes lanes_from(const NormalizeTables& tables, std::int64_t position) {
  const auto at = static_cast<std::size_t>(position % kBlock);
  return {_mm256_loadu_ps(tables.mean.data() + at),
          _mm256_loadu_ps(tables.inverse.data() + at),
          _mm256_loadu_ps(tables.inverse_rest.data() + at)};
}

TRAINER_AVX2 inline __m128i load_8(const std::uint8_t* from) {
  return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(from));
}

TRAINER_AVX2 inline __m256 normalized(__m128i bytes, const Lanes& lanes) {
  const __m256 x = _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(bytes));
  const __m256 scaled = _mm256_fmadd_ps(
      x, _mm256_set1_ps(simd::kOne255th), _mm256_mul_ps(x, _mm256_set1_ps(simd::kOne255thRest)));
  const __m256 centered = _mm256_sub_ps(scaled, lanes.mean);
  return _mm256_fmadd_ps(centered, lanes.inverse, _mm256_mul_ps(centered, lanes.inverse_rest));
}

TRAINER_AVX2 inline void store(__m256 values, float* out) {
  _mm256_storeu_ps(out, values);
}

TRAINER_AVX2 inline void store(__m256 values, Bfloat16* out) {
  const __m256i bits = _mm256_castps_si256(values);
  const __m256i odd = _mm256_and_si256(_mm256_srli_epi32(bits, 16), _mm256_set1_epi32(1));
  const __m256i rounded = _mm256_srli_epi32(
      _mm256_add_epi32(_mm256_add_epi32(bits, _mm256_set1_epi32(0x7FFF)), odd), 16);
  const __m128i words =
      _mm_packus_epi32(_mm256_castsi256_si128(rounded), _mm256_extracti128_si256(rounded, 1));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out), words);
}

inline auto table_form(const float* /*out*/) {
  return table_normalize_kernels().to_float;
}
inline auto table_form(const Bfloat16* /*out*/) {
  return table_normalize_kernels().to_bfloat16;
}

template <class Number>
TRAINER_AVX2 void run(const NormalizeTables& tables,
                      const std::uint8_t* in,
                      Number* out,
                      std::int64_t pixels) {
  const std::int64_t values = pixels * tables.channels;
  if (values < kLanes) return table_form(out)(tables, in, out, pixels);
  const Lanes lanes[kVectors] = {
      lanes_from(tables, 0), lanes_from(tables, kLanes), lanes_from(tables, 2 * kLanes)};
  std::int64_t at = 0;
  for (; at + kBlock <= values; at += kBlock) {
    for (int i = 0; i < kVectors; ++i) {
      store(normalized(load_8(in + at + i * kLanes), lanes[i]), out + at + i * kLanes);
    }
  }
  for (int i = 0; at + kLanes <= values; ++i, at += kLanes) {
    store(normalized(load_8(in + at), lanes[i]), out + at);
  }
  // The last vector overlaps the one before it rather than the end of the row.
  if (at < values) {
    at = values - kLanes;
    store(normalized(load_8(in + at), lanes_from(tables, at)), out + at);
  }
}

}  // namespace

const NormalizeKernels* avx2_normalize_kernels() {
  static constexpr NormalizeKernels kernels = {"avx2", run<float>, run<Bfloat16>};
  const bool usable = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return usable ? &kernels : nullptr;
}

}  // namespace trainer

#else

namespace trainer {
const NormalizeKernels* avx2_normalize_kernels() {
  return nullptr;
}
}  // namespace trainer

#endif
