#include "data/transforms/kernels/resample_weights.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

// This file is compiled without contraction into fused multiply-add: one rounding more or less
// moves a weight by one unit, and a pixel with it.

namespace trainer {
namespace {

double triangle(double x) {
  x = std::fabs(x);
  return x < 1.0 ? 1.0 - x : 0.0;
}

/// Keys' cubic with a = -0.5.
double cubic(double x) {
  constexpr double a = -0.5;
  x = std::fabs(x);
  if (x < 1.0) return ((a + 2.0) * x - (a + 3.0)) * x * x + 1;
  if (x < 2.0) return (((x - 5) * x + 8) * x - 4) * a;
  return 0.0;
}

std::int32_t fixed_point(double weight) {
  constexpr double one = 1 << kWeightBits;
  return static_cast<std::int32_t>(weight < 0 ? -0.5 + weight * one : 0.5 + weight * one);
}

}  // namespace

void AxisWeights::build(
    int in, int out, int kept_begin, int kept_end, Interpolation interpolation) {
  if (in == in_ && out == out_ && kept_begin == kept_begin_ && kept_end == kept_end_ &&
      interpolation == interpolation_) {
    return;
  }
  const bool bilinear = interpolation == Interpolation::bilinear;
  const double scale = static_cast<double>(in) / out;
  const double filter_scale = std::max(scale, 1.0);
  const double support = (bilinear ? 1.0 : 2.0) * filter_scale;
  const double step = 1.0 / filter_scale;
  const auto kept = static_cast<std::size_t>(kept_end - kept_begin);
  taps = static_cast<int>(std::ceil(support)) * 2 + 1;
  first.resize(kept);
  count.resize(kept);
  weights.resize(kept * static_cast<std::size_t>(taps));
  exact_.resize(static_cast<std::size_t>(taps));
  for (std::size_t i = 0; i < kept; ++i) {
    const double center = (kept_begin + static_cast<int>(i) + 0.5) * scale;
    const int from = std::max(static_cast<int>(center - support + 0.5), 0);
    const int n = std::min(static_cast<int>(center + support + 0.5), in) - from;
    double sum = 0.0;
    for (int k = 0; k < n; ++k) {
      const double x = (k + from - center + 0.5) * step;
      const double w = bilinear ? triangle(x) : cubic(x);
      exact_[static_cast<std::size_t>(k)] = w;
      sum += w;
    }
    std::int32_t* row = weights.data() + i * static_cast<std::size_t>(taps);
    for (int k = 0; k < n; ++k) {
      const double w = exact_[static_cast<std::size_t>(k)];
      row[k] = fixed_point(sum != 0.0 ? w / sum : w);
    }
    first[i] = from;
    count[i] = n;
  }
  begin = first.front();
  end = first.back() + count.back();
  in_ = in;
  out_ = out;
  kept_begin_ = kept_begin;
  kept_end_ = kept_end;
  interpolation_ = interpolation;
}

}  // namespace trainer
