#include "data/transforms/kernels/resample_weights.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/scratch.h"

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

/// Nothing but zeros.
template <class Item>
void set_size(std::vector<Item>& memory, std::size_t count) {
  constexpr std::size_t kLeastBytes = std::size_t{1} << 16;
  reserve_scratch(memory, count, kLeastBytes);
  memory.assign(count, 0);
}

}  // namespace

void AxisWeights::build(const AxisPlan& plan) {
  if (plan == plan_) return;
  plan_ = {};  // until all is built: memory may run out on the way
  const bool bilinear = plan.interpolation == Interpolation::bilinear;
  const double to = plan.to > plan.from ? plan.to : plan.in;
  const double scale = (to - plan.from) / plan.out;
  const double filter_scale = std::max(scale, 1.0);
  const double support = (bilinear ? 1.0 : 2.0) * filter_scale;
  const double step = 1.0 / filter_scale;
  const auto kept = static_cast<std::size_t>(plan.kept_end - plan.kept_begin);
  taps = (static_cast<int>(std::ceil(support)) + 1) * 2;
  const std::size_t room = kept * static_cast<std::size_t>(taps);
  set_size(first, kept);
  set_size(count, kept);
  set_size(weights, room);
  set_size(high, room);
  set_size(low, room);
  set_size(exact_, static_cast<std::size_t>(taps));
  for (std::size_t i = 0; i < kept; ++i) {
    const double center = plan.from + (plan.kept_begin + static_cast<int>(i) + 0.5) * scale;
    const int begin_of_pixel = std::max(static_cast<int>(center - support + 0.5), 0);
    const int n = std::min(static_cast<int>(center + support + 0.5), plan.in) - begin_of_pixel;
    double sum = 0.0;
    for (int k = 0; k < n; ++k) {
      const double x = (k + begin_of_pixel - center + 0.5) * step;
      const double w = bilinear ? triangle(x) : cubic(x);
      exact_[static_cast<std::size_t>(k)] = w;
      sum += w;
    }
    const std::size_t row = i * static_cast<std::size_t>(taps);
    for (std::size_t k = 0; k < static_cast<std::size_t>(n); ++k) {
      const std::int32_t w = fixed_point(sum != 0.0 ? exact_[k] / sum : exact_[k]);
      weights[row + k] = w;
      high[row + k] = static_cast<std::int16_t>(w >> kLowBits);
      low[row + k] = static_cast<std::int16_t>(w & ((1 << kLowBits) - 1));
    }
    first[i] = begin_of_pixel;
    count[i] = n;
  }
  most_taps = *std::max_element(count.begin(), count.end());
  begin = first.front();
  end = first.back() + count.back();
  plan_ = plan;
}

}  // namespace trainer
