#include "data/transforms/augment/policies/operation_space.h"

#include <array>
#include <cmath>

namespace trainer {
namespace {

using Unit = OperationScale::Unit;

/// torch.linspace(from, to, bins) in float32, which goes from both ends to the middle. The fused
/// multiply-adds are those of PyTorch on machines with AVX2; they show where a number of pixels is
/// cut off to an integer.
double evenly(double from, double to, int bin, int bins) {
  const auto first = static_cast<float>(from);
  const auto last = static_cast<float>(to);
  const float step = (last - first) / static_cast<float>(bins - 1);
  const float value = bin < bins / 2 ? std::fma(step, static_cast<float>(bin), first)
                                     : std::fma(-step, static_cast<float>(bins - 1 - bin), last);
  return static_cast<double>(value);
}

/// The kinds of bins that RandAugment and AutoAugment share.
constexpr std::array<OperationScale, 15> kModerate = {{
    {Operation::identity, Unit::none, 0, false},
    {Operation::shear_x, Unit::fixed, 0.3, true},
    {Operation::shear_y, Unit::fixed, 0.3, true},
    {Operation::translate_x, Unit::image_width, 150.0 / 331.0, true},
    {Operation::translate_y, Unit::image_height, 150.0 / 331.0, true},
    {Operation::rotate, Unit::fixed, 30, true},
    {Operation::brightness, Unit::fixed, 0.9, true},
    {Operation::color, Unit::fixed, 0.9, true},
    {Operation::contrast, Unit::fixed, 0.9, true},
    {Operation::sharpness, Unit::fixed, 0.9, true},
    {Operation::posterize, Unit::bits, 4, false},
    {Operation::solarize, Unit::threshold, 255, false},
    {Operation::autocontrast, Unit::none, 0, false},
    {Operation::equalize, Unit::none, 0, false},
    {Operation::invert, Unit::none, 0, false},
}};

constexpr std::array<OperationScale, 14> kWide = {{
    {Operation::identity, Unit::none, 0, false},
    {Operation::shear_x, Unit::fixed, 0.99, true},
    {Operation::shear_y, Unit::fixed, 0.99, true},
    {Operation::translate_x, Unit::fixed, 32, true},
    {Operation::translate_y, Unit::fixed, 32, true},
    {Operation::rotate, Unit::fixed, 135, true},
    {Operation::brightness, Unit::fixed, 0.99, true},
    {Operation::color, Unit::fixed, 0.99, true},
    {Operation::contrast, Unit::fixed, 0.99, true},
    {Operation::sharpness, Unit::fixed, 0.99, true},
    {Operation::posterize, Unit::bits, 6, false},
    {Operation::solarize, Unit::threshold, 255, false},
    {Operation::autocontrast, Unit::none, 0, false},
    {Operation::equalize, Unit::none, 0, false},
}};

constexpr std::array<OperationScale, 13> kAugmix = {{
    {Operation::shear_x, Unit::fixed, 0.3, true},
    {Operation::shear_y, Unit::fixed, 0.3, true},
    {Operation::translate_x, Unit::image_width, 1.0 / 3.0, true},
    {Operation::translate_y, Unit::image_height, 1.0 / 3.0, true},
    {Operation::rotate, Unit::fixed, 30, true},
    {Operation::posterize, Unit::few_bits, 4, false},
    {Operation::solarize, Unit::threshold, 255, false},
    {Operation::autocontrast, Unit::none, 0, false},
    {Operation::equalize, Unit::none, 0, false},
    {Operation::brightness, Unit::fixed, 0.9, true},
    {Operation::color, Unit::fixed, 0.9, true},
    {Operation::contrast, Unit::fixed, 0.9, true},
    {Operation::sharpness, Unit::fixed, 0.9, true},
}};
constexpr std::size_t kAugmixWithoutColor = 9;

}  // namespace

double OperationScale::magnitude(int bin, int bins, const ImageShape& image) const {
  const auto removed_bits = [&] {
    const float bins_a_bit = static_cast<float>(bins - 1) / static_cast<float>(most);
    return std::nearbyint(static_cast<float>(bin) / bins_a_bit);
  };
  switch (unit) {
    case Unit::none:
      return 0;
    case Unit::fixed:
      return evenly(0, most, bin, bins);
    case Unit::image_width:
      return evenly(0, most * image.width, bin, bins);
    case Unit::image_height:
      return evenly(0, most * image.height, bin, bins);
    case Unit::bits:
      return 8 - static_cast<double>(removed_bits());
    case Unit::few_bits:
      return 4 - static_cast<double>(removed_bits());
    case Unit::threshold:
      return evenly(most, 0, bin, bins);
  }
  return 0;
}

std::span<const OperationScale> rand_augment_space() {
  return std::span(kModerate).first(kModerate.size() - 1);  // without invert
}

std::span<const OperationScale> trivial_augment_space() {
  return kWide;
}

std::span<const OperationScale> auto_augment_space() {
  return std::span(kModerate).subspan(1);  // without identity
}

std::span<const OperationScale> augmix_space(bool all) {
  return std::span(kAugmix).first(all ? kAugmix.size() : kAugmixWithoutColor);
}

}  // namespace trainer
