#pragma once
#include <cstdint>
#include <vector>

namespace trainer {

enum class Interpolation { bilinear, bicubic };

/// Fixed-point weights have this many bits after the point, as in Pillow.
inline constexpr int kWeightBits = 22;
/// Of these, so many make the low half where a weight is split in two.
inline constexpr int kLowBits = 11;

/// What an axis is resized from and to. `from` to `to` is the part that the output spans, in source
/// pixels; it may end inside of one. Without it all `in` pixels are spanned.
struct AxisPlan {
  int in = 0, out = 0;
  int kept_begin = 0, kept_end = 0;  ///< the output pixels that are wanted
  Interpolation interpolation = Interpolation::bilinear;
  double from = 0, to = 0;
  bool operator==(const AxisPlan&) const = default;
};

/// Which source pixels make each kept output pixel along one axis, and with what weight. Reused
/// from image to image: memory only grows.
struct AxisWeights {
  int taps = 0;                       ///< room for weights per output pixel, even
  int most_taps = 0;                  ///< the largest `count`
  std::vector<int> first;             ///< first source pixel of each kept output pixel
  std::vector<int> count;             ///< how many source pixels, <= taps
  std::vector<std::int32_t> weights;  ///< [kept, taps], scaled by 2^kWeightBits; 0 after `count`
  /// The same as weights = high * 2^kLowBits + low, for instructions that multiply 16-bit numbers.
  std::vector<std::int16_t> high, low;

  /// Source pixels that the kept output pixels need: from `begin` to before `end`.
  int begin = 0, end = 0;

  /// Fills the table: antialiased, Pillow's rounding (src/libImaging/Resample.c). Does nothing when
  /// the table is already that.
  void build(const AxisPlan& plan);

 private:
  AxisPlan plan_;
  std::vector<double> exact_;
};

}  // namespace trainer
