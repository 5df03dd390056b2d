#pragma once
#include <cstdint>
#include <vector>

namespace trainer {

enum class Interpolation { bilinear, bicubic };

/// Fixed-point weights have this many bits after the point, as in Pillow.
inline constexpr int kWeightBits = 22;

/// Which source pixels make each kept output pixel along one axis, and with what weight. Reused
/// from image to image: memory only grows.
struct AxisWeights {
  int taps = 0;                       ///< room for weights per output pixel
  std::vector<int> first;             ///< first source pixel of each kept output pixel
  std::vector<int> count;             ///< how many source pixels, <= taps
  std::vector<std::int32_t> weights;  ///< [kept, taps], scaled by 2^kWeightBits

  /// Source pixels that the kept output pixels need: from `begin` to before `end`.
  int begin = 0, end = 0;

  /// Fills the table for output pixels `kept_begin` … `kept_end - 1` of a resize from `in` to `out`
  /// pixels: antialiased, Pillow's rounding (src/libImaging/Resample.c). Does nothing when the
  /// table is already that.
  void build(int in, int out, int kept_begin, int kept_end, Interpolation interpolation);

 private:
  int in_ = 0, out_ = 0, kept_begin_ = 0, kept_end_ = 0;
  Interpolation interpolation_ = Interpolation::bilinear;
  std::vector<double> exact_;
};

}  // namespace trainer
