#pragma once
#if defined(__x86_64__)
#include <array>
#include <cstddef>
#include <cstdint>

#include "data/transforms/kernels/normalize_kernels.h"

// What the vector kernels share. x / d is x * (1 / d) with 1 / d as two floats, high and low:
// fma(x, high, x * low) is the exactly rounded quotient but for a few x and d (Brisebarre, Muller
// and Raina, "Accelerating correctly rounded floating-point division when the divisor is known in
// advance", 2004).

namespace trainer::simd {

inline constexpr float kOne255th = 1.0F / 255.0F;
inline constexpr auto kOne255thRest =
    static_cast<float>(1.0 / 255.0 - static_cast<double>(kOne255th));

/// How the whole pixels among 16 bytes change their order: those at the begin of the bytes, or
/// those at their end.
struct ReverseShuffle {
  int values;  ///< of whole pixels: 15 of three channels, otherwise 16
  alignas(16) std::array<std::uint8_t, 16> at_begin{}, at_end{};
  constexpr explicit ReverseShuffle(int channels) : values(16 / channels * channels) {
    for (int i = 0; i < values; ++i) {
      const int from = values - (i / channels + 1) * channels + i % channels;
      at_begin[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(from);
      at_end[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(from + 16 - values);
    }
  }
};
inline const ReverseShuffle& reverse_shuffle(int channels) {
  static constexpr std::array<ReverseShuffle, 4> shuffles = {
      ReverseShuffle(1), ReverseShuffle(2), ReverseShuffle(3), ReverseShuffle(4)};
  return shuffles[static_cast<std::size_t>(channels - 1)];
}

/// Goes through a row of at least 16 bytes that is to be mirrored, 16 bytes a time.
class Mirroring {
 public:
  Mirroring(const ReverseShuffle& shuffle,
            const std::uint8_t* row,
            float* target,
            std::int64_t values)
      : shuffle_(shuffle), row_(row), target_(target), values_(values), left_(values) {}

  /// False at the end.
  bool next() {
    if (left_ <= 0) return false;
    // The last step overlaps the one before it rather than the begin of the row.
    const bool fits = left_ >= 16;
    bytes = fits ? row_ + left_ - 16 : row_;
    order = fits ? shuffle_.at_end.data() : shuffle_.at_begin.data();
    out = target_ + (fits ? values_ - left_ : values_ - shuffle_.values);
    left_ -= shuffle_.values;
    return true;
  }

  const std::uint8_t* bytes = nullptr;  ///< 16 of the row
  const std::uint8_t* order = nullptr;  ///< in which they are taken, aligned
  float* out = nullptr;                 ///< where the first of `shuffle.values` goes

 private:
  const ReverseShuffle& shuffle_;
  const std::uint8_t* row_;
  float* target_;
  std::int64_t values_, left_;
};

}  // namespace trainer::simd
#endif
