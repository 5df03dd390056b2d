#include "data/transforms/kernels/resample_kernels.h"

#if defined(__x86_64__)

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <vector>

#include <immintrin.h>

#include "base/scratch.h"
#include "data/transforms/kernels/padded_rows.h"
#include "data/transforms/kernels/resample_simd.h"

// As in resample_avx512.cpp. VBMI picks any 64 bytes of a vector in one instruction, so that five
// output pixels of a row are made at once and lie as they are stored.
#define TRAINER_AVX512_VBMI [[gnu::target("avx512f,avx512bw,avx512vl,avx512vnni,avx512vbmi")]]

namespace trainer {
namespace {

constexpr int kRows = 4;
constexpr int kGroup = 5;   ///< output pixels whose 15 sums fit a vector
constexpr int kLanes = 16;  ///< sums of a vector; the last one is not used
constexpr int kWindow = 64;
/// Source pixels between the first ones of a group, so that a pair of taps of all lies in a window.
constexpr int kMostSpan = kWindow / 3 - 2;

using simd::weight_pair;

/// What is the same in every row, for groups of output pixels in the order in which they are
/// stored.
struct Groups {
  int count = 0, pairs = 0;
  std::vector<std::ptrdiff_t> window;  ///< of each group: where its first window begins, in bytes
  /// Of each group: the bytes that its lanes take from a window, then for each pair of taps the
  /// high halves of the weights and the low ones, as vectors.
  std::vector<std::int32_t> vectors;

  std::size_t vectors_of_group() const { return 1 + 2 * static_cast<std::size_t>(pairs); }
};

/// False where a group reaches over more source pixels than a window holds.
bool build(const AxisWeights& weights, int column_offset, bool mirror, int width, Groups& groups) {
  groups.pairs = (weights.most_taps + 1) / 2;
  groups.count = (width + kGroup - 1) / kGroup;
  grow_scratch(groups.window, static_cast<std::size_t>(groups.count));
  grow_scratch(groups.vectors,
               static_cast<std::size_t>(groups.count) * groups.vectors_of_group() * kLanes);
  std::int32_t* to = groups.vectors.data();
  for (int g = 0; g < groups.count; ++g) {
    std::array<std::size_t, kLanes> pixel{};  // of each lane
    for (int lane = 0; lane < kLanes; ++lane) {
      const int at = std::min(kGroup * g + std::min(lane / 3, kGroup - 1), width - 1);
      pixel[static_cast<std::size_t>(lane)] =
          static_cast<std::size_t>(mirror ? width - 1 - at : at);
    }
    const int one = weights.first[pixel.front()], other = weights.first[pixel.back()];
    const int begin = std::min(one, other);
    if (std::max(one, other) - begin > kMostSpan) return false;
    groups.window[static_cast<std::size_t>(g)] = std::ptrdiff_t{begin - column_offset} * 3;
    for (int lane = 0; lane < kLanes; ++lane) {
      const int byte =
          3 * (weights.first[pixel[static_cast<std::size_t>(lane)]] - begin) + lane % 3;
      *to++ = byte | (byte + 3) << 16;
    }
    for (int pair = 0; pair < groups.pairs; ++pair) {
      for (const auto* half : {&weights.high, &weights.low}) {
        const std::int16_t* from = half->data() + 2 * static_cast<std::size_t>(pair);
        for (const std::size_t x : pixel) {
          *to++ = weight_pair(from + x * static_cast<std::size_t>(weights.taps));
        }
      }
    }
  }
  return true;
}

/// One group in four rows: bytes R, G, B of its pixels and one that counts for nothing.
TRAINER_AVX512_VBMI inline void five_pixels(const std::uint8_t* const (&rows)[kRows],
                                            std::ptrdiff_t window,
                                            const std::int32_t* vectors,
                                            int pairs,
                                            __m128i (&pixels)[kRows]) {
  constexpr __mmask64 kTaken = 0x5555555555555555;  // the others make the bytes numbers of 16 bits
  const __m512i bytes = _mm512_loadu_si512(vectors);
  __m512i high_sum[kRows], low_sum[kRows];
  for (int i = 0; i < kRows; ++i) {
    high_sum[i] = _mm512_setzero_si512();
    low_sum[i] = _mm512_set1_epi32(simd::kHalf);
  }
  for (int pair = 0; pair < pairs; ++pair, window += 6) {
    vectors += kLanes;
    const __m512i high = _mm512_loadu_si512(vectors);
    vectors += kLanes;
    const __m512i low = _mm512_loadu_si512(vectors);
    for (int i = 0; i < kRows; ++i) {
      const __m512i taps =
          _mm512_maskz_permutexvar_epi8(kTaken, bytes, _mm512_loadu_si512(rows[i] + window));
      high_sum[i] = _mm512_dpwssd_epi32(high_sum[i], taps, high);
      low_sum[i] = _mm512_dpwssd_epi32(low_sum[i], taps, low);
    }
  }
  for (int i = 0; i < kRows; ++i) {
    const __m512i sum = _mm512_srai_epi32(
        _mm512_add_epi32(_mm512_slli_epi32(high_sum[i], kLowBits), low_sum[i]), kWeightBits);
    pixels[i] = _mm512_cvtusepi32_epi8(_mm512_max_epi32(sum, _mm512_setzero_si512()));
  }
}

TRAINER_AVX512_VBMI void horizontal_rgb(const ImageView& in,
                                        int column_offset,
                                        const AxisWeights& weights,
                                        bool mirror,
                                        const MutableImageView& out) {
  thread_local Groups groups;
  thread_local PaddedRows padded;
  if (!build(weights, column_offset, mirror, out.width, groups)) {
    return avx512_resample_kernels()->horizontal(in, column_offset, weights, mirror, out);
  }
  const std::size_t padding = kWindow + 6 * static_cast<std::size_t>(groups.pairs);
  const std::size_t step = groups.vectors_of_group() * kLanes;
  const int last = groups.count - 1;
  const auto rest = static_cast<std::size_t>(out.width - kGroup * last) * 3;
  for (int y = 0; y < out.height; y += kRows) {
    const std::uint8_t* rows[kRows];
    padded.gather(in, y, padding, rows);
    std::uint8_t* targets[kRows];
    for (int i = 0; i < kRows; ++i) targets[i] = out.row(y + i < out.height ? y + i : y);
    const std::int32_t* vectors = groups.vectors.data();
    for (int g = 0; g <= last; ++g, vectors += step) {
      __m128i pixels[kRows];
      five_pixels(rows, groups.window[static_cast<std::size_t>(g)], vectors, groups.pairs, pixels);
      const std::ptrdiff_t at = std::ptrdiff_t{g} * kGroup * 3;
      // Missing rows are written over row `y`, which comes last.
      for (int i = kRows - 1; i >= 0; --i) {
        if (g < last) {
          // The 16th byte is the next group's, which is stored after it.
          _mm_storeu_si128(reinterpret_cast<__m128i*>(targets[i] + at), pixels[i]);
        } else {
          std::memcpy(targets[i] + at, &pixels[i], rest);
        }
      }
    }
  }
}

}  // namespace

const ResampleKernels* avx512_vbmi_resample_kernels() {
  const ResampleKernels* avx512 = avx512_resample_kernels();
  if (avx512 == nullptr || !__builtin_cpu_supports("avx512vbmi")) return nullptr;
  static const ResampleKernels kernels = {
      "avx512_vbmi", simd::horizontal<horizontal_rgb>, avx512->vertical};
  return &kernels;
}

}  // namespace trainer

#else

namespace trainer {
const ResampleKernels* avx512_vbmi_resample_kernels() {
  return nullptr;
}
}  // namespace trainer

#endif
