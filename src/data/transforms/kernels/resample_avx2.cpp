#include "data/transforms/kernels/resample_kernels.h"

#if defined(__x86_64__)

#include <cstddef>

#include <immintrin.h>

#include "data/transforms/kernels/padded_rows.h"
#include "data/transforms/kernels/resample_simd.h"

// The instructions are allowed function by function: were the whole file compiled for them, the
// linker might keep its copies of inline functions for every processor.
#define TRAINER_AVX2 [[gnu::target("avx2")]]

namespace trainer {
namespace {

/// Two neighbouring 16-bit weights as one number, to be copied into every pair of a vector.
using simd::store_pixel;
using simd::weight_pair;

/// One output pixel of two rows, one in each half of the vector: R, G and B as 32-bit sums. Each
/// load serves four source pixels; weights that do not belong to the pixel are 0.
TRAINER_AVX2 inline __m256i rgb_of_two_rows(const std::uint8_t* upper,
                                            const std::uint8_t* lower,
                                            const std::int16_t* high,
                                            const std::int16_t* low,
                                            int taps) {
  const __m256i first_two = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(0, -1, 3, -1, 1, -1, 4, -1, 2, -1, 5, -1, -1, -1, -1, -1));
  const __m256i second_two = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(6, -1, 9, -1, 7, -1, 10, -1, 8, -1, 11, -1, -1, -1, -1, -1));
  __m256i high_sum = _mm256_setzero_si256();
  __m256i low_sum = _mm256_set1_epi32(simd::kHalf);
  for (int k = 0; k < taps; k += 4, upper += 12, lower += 12) {
    const __m256i pixels = _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(upper))),
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(lower)),
        1);
    const __m256i a = _mm256_shuffle_epi8(pixels, first_two);
    high_sum =
        _mm256_add_epi32(high_sum, _mm256_madd_epi16(a, _mm256_set1_epi32(weight_pair(high + k))));
    low_sum =
        _mm256_add_epi32(low_sum, _mm256_madd_epi16(a, _mm256_set1_epi32(weight_pair(low + k))));
    if (k + 2 >= taps) break;
    const __m256i b = _mm256_shuffle_epi8(pixels, second_two);
    high_sum = _mm256_add_epi32(high_sum,
                                _mm256_madd_epi16(b, _mm256_set1_epi32(weight_pair(high + k + 2))));
    low_sum = _mm256_add_epi32(low_sum,
                               _mm256_madd_epi16(b, _mm256_set1_epi32(weight_pair(low + k + 2))));
  }
  const __m256i sum = _mm256_add_epi32(_mm256_slli_epi32(high_sum, kLowBits), low_sum);
  const __m256i words = _mm256_packs_epi32(_mm256_srai_epi32(sum, kWeightBits), sum);
  return _mm256_packus_epi16(words, words);
}

TRAINER_AVX2 void horizontal_rgb(const ImageView& in,
                                 int column_offset,
                                 const AxisWeights& weights,
                                 bool mirror,
                                 const MutableImageView& out) {
  thread_local PaddedRows padded;
  const int taps = weights.most_taps;
  const std::size_t padding = simd::bytes_behind_row(weights);
  for (int y = 0; y < out.height; y += 2) {
    const std::uint8_t* rows[2];
    padded.gather(in, y, padding, rows);
    std::uint8_t* upper = out.row(y);
    std::uint8_t* lower = y + 1 < out.height ? out.row(y + 1) : upper;
    for (int x = 0; x < out.width; ++x) {
      const auto i = static_cast<std::size_t>(x);
      const auto at = static_cast<std::ptrdiff_t>(weights.first[i] - column_offset) * 3;
      const std::size_t w = i * static_cast<std::size_t>(weights.taps);
      const __m256i rgb = rgb_of_two_rows(
          rows[0] + at, rows[1] + at, weights.high.data() + w, weights.low.data() + w, taps);
      const auto to = static_cast<std::ptrdiff_t>(mirror ? out.width - 1 - x : x) * 3;
      store_pixel(lower + to, _mm_cvtsi128_si32(_mm256_extracti128_si256(rgb, 1)));
      store_pixel(upper + to, _mm_cvtsi128_si32(_mm256_castsi256_si128(rgb)));
    }
  }
}

/// 32 bytes of one output row.
TRAINER_AVX2 inline void vertical_32(const std::uint8_t* source,
                                     std::ptrdiff_t stride,
                                     const std::int16_t* high,
                                     const std::int16_t* low,
                                     int taps,
                                     std::uint8_t* target) {
  const __m256i zero = _mm256_setzero_si256();
  const __m256i half = _mm256_set1_epi32(simd::kHalf);
  __m256i high_sum[4] = {zero, zero, zero, zero};
  __m256i low_sum[4] = {half, half, half, half};
  for (int k = 0; k < taps; k += 2, source += 2 * stride) {
    // The second weight of an odd last pair is 0: any readable row will do for it.
    const std::uint8_t* next = k + 1 < taps ? source + stride : source;
    const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(source));
    const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(next));
    const __m256i ab_low = _mm256_unpacklo_epi8(a, b), ab_high = _mm256_unpackhi_epi8(a, b);
    const __m256i pairs[4] = {_mm256_unpacklo_epi8(ab_low, zero),
                              _mm256_unpackhi_epi8(ab_low, zero),
                              _mm256_unpacklo_epi8(ab_high, zero),
                              _mm256_unpackhi_epi8(ab_high, zero)};
    const __m256i wh = _mm256_set1_epi32(weight_pair(high + k));
    const __m256i wl = _mm256_set1_epi32(weight_pair(low + k));
    for (int i = 0; i < 4; ++i) {
      high_sum[i] = _mm256_add_epi32(high_sum[i], _mm256_madd_epi16(pairs[i], wh));
      low_sum[i] = _mm256_add_epi32(low_sum[i], _mm256_madd_epi16(pairs[i], wl));
    }
  }
  __m256i sum[4];
  for (int i = 0; i < 4; ++i) {
    sum[i] = _mm256_srai_epi32(
        _mm256_add_epi32(_mm256_slli_epi32(high_sum[i], kLowBits), low_sum[i]), kWeightBits);
  }
  // Packing undoes the unpacking: both work within halves of the vector.
  const __m256i bytes =
      _mm256_packus_epi16(_mm256_packs_epi32(sum[0], sum[1]), _mm256_packs_epi32(sum[2], sum[3]));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(target), bytes);
}

TRAINER_AVX2 void vertical(const ImageView& in,
                           int row_offset,
                           const AxisWeights& weights,
                           const MutableImageView& out) {
  simd::vertical<32, vertical_32>(in, row_offset, weights, out);
}

}  // namespace

const ResampleKernels* avx2_resample_kernels() {
  static constexpr ResampleKernels kernels = {"avx2", simd::horizontal<horizontal_rgb>, vertical};
  return __builtin_cpu_supports("avx2") ? &kernels : nullptr;
}

}  // namespace trainer

#else

namespace trainer {
const ResampleKernels* avx2_resample_kernels() {
  return nullptr;
}
}  // namespace trainer

#endif
