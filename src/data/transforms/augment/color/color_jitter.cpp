#include "data/transforms/augment/color/color_jitter.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include <trainer/error.h>

#include "base/text.h"
#include "data/transforms/augment/range_option.h"
#include "data/transforms/kernels/color/blend.h"
#include "data/transforms/kernels/color/hue.h"
#include "data/transforms/kernels/resample.h"

namespace trainer {
namespace {

constexpr std::size_t kChanges = 4;

void change(std::size_t which, const ImageView& in, const MutableImageView& out, double amount) {
  switch (which) {
    case 0:
      return adjust_brightness(in, out, static_cast<float>(amount));
    case 1:
      return adjust_contrast(in, out, static_cast<float>(amount));
    case 2:
      return adjust_saturation(in, out, static_cast<float>(amount));
    default:
      return adjust_hue(in, out, amount);
  }
}

class ColorJitter final : public Transform {
 public:
  using Ranges = std::array<std::optional<Range>, kChanges>;
  explicit ColorJitter(const Ranges& ranges) : ranges_(ranges) {}
  bool is_random() const override { return true; }

  void apply(const ImageView& in,
             const MutableImageView& out,
             RandomSource& random) const override {
    std::array<std::size_t, kChanges> order = {0, 1, 2, 3};
    for (std::size_t i = kChanges - 1; i > 0; --i) {
      std::swap(order[i], order[static_cast<std::size_t>(random.below(i + 1))]);
    }
    std::array<double, kChanges> amounts{};
    for (std::size_t i = 0; i < kChanges; ++i) {
      if (ranges_[i]) amounts[i] = ranges_[i]->draw(random);
    }
    ImageView image = in;
    for (const std::size_t which : order) {
      if (!ranges_[which]) continue;
      change(which, image, out, amounts[which]);
      image = out;
    }
  }

 private:
  Ranges ranges_;
};

/// Nothing where the factor would always be the one that changes nothing.
std::optional<Range> factor_range(const char* key, const std::vector<double>& values) {
  Range range = range_around(key, values, 1);
  range.least = std::max(range.least, 0.0);
  if (range == Range{1, 1}) return std::nullopt;
  return range;
}

std::optional<Range> hue_range(const std::vector<double>& values) {
  const Range range = range_around("hue", values, 0);
  if (range.least < -0.5 || range.most > 0.5) {
    throw UsageError(concat("hue: expected turns from -0.5 to 0.5, got ",
                            number_text(range.least),
                            " to ",
                            number_text(range.most)));
  }
  if (range == Range{0, 0}) return std::nullopt;
  return range;
}

}  // namespace

const OptionTable& ColorJitterOptions::options() {
  static const OptionTable table =
      OptionTableOf<ColorJitterOptions>()
          .add("brightness",
               &ColorJitterOptions::brightness,
               "factor of 1 plus or minus this, or [least, most]")
          .range(0, 1000)
          .items(1, 2)
          .one_as_list()
          .add("contrast",
               &ColorJitterOptions::contrast,
               "factor of 1 plus or minus this, or [least, most]")
          .range(0, 1000)
          .items(1, 2)
          .one_as_list()
          .add("saturation",
               &ColorJitterOptions::saturation,
               "factor of 1 plus or minus this, or [least, most]")
          .range(0, 1000)
          .items(1, 2)
          .one_as_list()
          .add("hue",
               &ColorJitterOptions::hue,
               "share of the color circle, plus or minus this, or [least, most]")
          .range(-0.5, 0.5)
          .items(1, 2)
          .one_as_list();
  return table;
}

std::unique_ptr<Transform> make_color_jitter(const ColorJitterOptions& options) {
  const ColorJitter::Ranges ranges = {factor_range("brightness", options.brightness),
                                      factor_range("contrast", options.contrast),
                                      factor_range("saturation", options.saturation),
                                      hue_range(options.hue)};
  if (std::none_of(ranges.begin(), ranges.end(), [](const auto& r) { return r.has_value(); })) {
    throw UsageError(
        "expected at least one of brightness, contrast, saturation and hue; all of them are 0");
  }
  return std::make_unique<ColorJitter>(ranges);
}

}  // namespace trainer
