#include "data/transforms/kernels/resample_kernels.h"

#if defined(__x86_64__)

#include <cstddef>

#include <immintrin.h>

#include "data/transforms/kernels/padded_rows.h"
#include "data/transforms/kernels/resample_simd.h"

// As in resample_avx2.cpp. VNNI adds the products of two pairs to a sum in one instruction.
#define TRAINER_AVX512 [[gnu::target("avx512f,avx512bw,avx512vl,avx512vnni")]]

namespace trainer {
namespace {

constexpr int kRows = 4;

using simd::store_pixel;
using simd::weight_pair;

TRAINER_AVX512 inline __m128i load(const std::uint8_t* from) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
}

/// One output pixel of four rows, one in each quarter of the vector: bytes R, G, B, 0 of the rows.
TRAINER_AVX512 inline __m128i rgb_of_four_rows(const std::uint8_t* const (&rows)[kRows],
                                               std::ptrdiff_t at,
                                               const std::int16_t* high,
                                               const std::int16_t* low,
                                               int taps) {
  const __m512i first_two = _mm512_broadcast_i32x4(
      _mm_setr_epi8(0, -1, 3, -1, 1, -1, 4, -1, 2, -1, 5, -1, -1, -1, -1, -1));
  const __m512i second_two = _mm512_broadcast_i32x4(
      _mm_setr_epi8(6, -1, 9, -1, 7, -1, 10, -1, 8, -1, 11, -1, -1, -1, -1, -1));
  __m512i high_sum = _mm512_setzero_si512();
  __m512i low_sum = _mm512_set1_epi32(simd::kHalf);
  for (int k = 0; k < taps; k += 4, at += 12) {
    const __m256i upper =
        _mm256_inserti128_si256(_mm256_castsi128_si256(load(rows[0] + at)), load(rows[1] + at), 1);
    const __m256i lower =
        _mm256_inserti128_si256(_mm256_castsi128_si256(load(rows[2] + at)), load(rows[3] + at), 1);
    const __m512i pixels = _mm512_inserti64x4(_mm512_castsi256_si512(upper), lower, 1);
    const __m512i a = _mm512_shuffle_epi8(pixels, first_two);
    high_sum = _mm512_dpwssd_epi32(high_sum, a, _mm512_set1_epi32(weight_pair(high + k)));
    low_sum = _mm512_dpwssd_epi32(low_sum, a, _mm512_set1_epi32(weight_pair(low + k)));
    if (k + 2 >= taps) break;
    const __m512i b = _mm512_shuffle_epi8(pixels, second_two);
    high_sum = _mm512_dpwssd_epi32(high_sum, b, _mm512_set1_epi32(weight_pair(high + k + 2)));
    low_sum = _mm512_dpwssd_epi32(low_sum, b, _mm512_set1_epi32(weight_pair(low + k + 2)));
  }
  const __m512i sum = _mm512_srai_epi32(
      _mm512_add_epi32(_mm512_slli_epi32(high_sum, kLowBits), low_sum), kWeightBits);
  return _mm512_cvtusepi32_epi8(_mm512_max_epi32(sum, _mm512_setzero_si512()));
}

TRAINER_AVX512 void horizontal_rgb(const ImageView& in,
                                   int column_offset,
                                   const AxisWeights& weights,
                                   bool mirror,
                                   const MutableImageView& out) {
  thread_local PaddedRows padded;
  const int taps = weights.most_taps;
  const std::size_t padding = simd::bytes_behind_row(weights);
  for (int y = 0; y < out.height; y += kRows) {
    const std::uint8_t* rows[kRows];
    padded.gather(in, y, padding, rows);
    std::uint8_t* targets[kRows];
    for (int i = 0; i < kRows; ++i) targets[i] = out.row(y + i < out.height ? y + i : y);
    for (int x = 0; x < out.width; ++x) {
      const auto i = static_cast<std::size_t>(x);
      const auto at = static_cast<std::ptrdiff_t>(weights.first[i] - column_offset) * 3;
      const std::size_t w = i * static_cast<std::size_t>(weights.taps);
      const __m128i rgb =
          rgb_of_four_rows(rows, at, weights.high.data() + w, weights.low.data() + w, taps);
      const auto to = static_cast<std::ptrdiff_t>(mirror ? out.width - 1 - x : x) * 3;
      // Missing rows are written over row `y`, which comes last.
      store_pixel(targets[3] + to, _mm_extract_epi32(rgb, 3));
      store_pixel(targets[2] + to, _mm_extract_epi32(rgb, 2));
      store_pixel(targets[1] + to, _mm_extract_epi32(rgb, 1));
      store_pixel(targets[0] + to, _mm_cvtsi128_si32(rgb));
    }
  }
}

/// 64 bytes of one output row.
TRAINER_AVX512 inline void vertical_64(const std::uint8_t* source,
                                       std::ptrdiff_t stride,
                                       const std::int16_t* high,
                                       const std::int16_t* low,
                                       int taps,
                                       std::uint8_t* target) {
  const __m512i zero = _mm512_setzero_si512();
  const __m512i half = _mm512_set1_epi32(simd::kHalf);
  __m512i high_sum[4] = {zero, zero, zero, zero};
  __m512i low_sum[4] = {half, half, half, half};
  for (int k = 0; k < taps; k += 2, source += 2 * stride) {
    const std::uint8_t* next = k + 1 < taps ? source + stride : source;
    const __m512i a = _mm512_loadu_si512(source);
    const __m512i b = _mm512_loadu_si512(next);
    const __m512i ab_low = _mm512_unpacklo_epi8(a, b), ab_high = _mm512_unpackhi_epi8(a, b);
    const __m512i pairs[4] = {_mm512_unpacklo_epi8(ab_low, zero),
                              _mm512_unpackhi_epi8(ab_low, zero),
                              _mm512_unpacklo_epi8(ab_high, zero),
                              _mm512_unpackhi_epi8(ab_high, zero)};
    const __m512i wh = _mm512_set1_epi32(weight_pair(high + k));
    const __m512i wl = _mm512_set1_epi32(weight_pair(low + k));
    for (int i = 0; i < 4; ++i) {
      high_sum[i] = _mm512_dpwssd_epi32(high_sum[i], pairs[i], wh);
      low_sum[i] = _mm512_dpwssd_epi32(low_sum[i], pairs[i], wl);
    }
  }
  __m512i sum[4];
  for (int i = 0; i < 4; ++i) {
    sum[i] = _mm512_srai_epi32(
        _mm512_add_epi32(_mm512_slli_epi32(high_sum[i], kLowBits), low_sum[i]), kWeightBits);
  }
  const __m512i bytes =
      _mm512_packus_epi16(_mm512_packs_epi32(sum[0], sum[1]), _mm512_packs_epi32(sum[2], sum[3]));
  _mm512_storeu_si512(target, bytes);
}

TRAINER_AVX512 void vertical(const ImageView& in,
                             int row_offset,
                             const AxisWeights& weights,
                             const MutableImageView& out) {
  simd::vertical<64, vertical_64>(in, row_offset, weights, out);
}

}  // namespace

const ResampleKernels* avx512_resample_kernels() {
  static constexpr ResampleKernels kernels = {"avx512", simd::horizontal<horizontal_rgb>, vertical};
  const bool usable = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni");
  return usable ? &kernels : nullptr;
}

}  // namespace trainer

#else

namespace trainer {
const ResampleKernels* avx512_resample_kernels() {
  return nullptr;
}
}  // namespace trainer

#endif
