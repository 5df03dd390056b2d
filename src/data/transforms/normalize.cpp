#include "data/transforms/normalize.h"

#include <array>
#include <cstddef>

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {
namespace {

void check_length(const char* what, std::size_t length, int channels) {
  if (length == static_cast<std::size_t>(channels)) return;
  throw UsageError(concat(what,
                          ": expected ",
                          counted(channels, "value"),
                          ", one for each channel of data.channels, got ",
                          length));
}

std::vector<float> as_float(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

}  // namespace

const OptionTable& NormalizeOptions::options() {
  static const OptionTable table =
      OptionTableOf<NormalizeOptions>()
          .add("preset",
               &NormalizeOptions::preset,
               "known statistics; auto: of the training split; none: mean and std say it")
          .choices({"none", "imagenet", "auto"})
          .shorthand()
          .add("mean", &NormalizeOptions::mean, "mean of each channel, pixels scaled to 0-1")
          .one_as_list()
          .add("std", &NormalizeOptions::std, "standard deviation of each channel, scaled alike")
          .above(0)
          .one_as_list();
  return table;
}

Normalization identity_normalization(int channels) {
  const auto n = static_cast<std::size_t>(channels);
  return {std::vector<float>(n, 0.0F), std::vector<float>(n, 1.0F)};
}

Normalization normalization_of(const NormalizeOptions& options,
                               int channels,
                               const std::optional<Normalization>& statistics) {
  const bool numbers = !options.mean.empty() || !options.std.empty();
  if (options.preset != "none" && numbers) {
    throw UsageError(concat("expected either ", options.preset, " or mean and std, got both"));
  }
  if (options.preset == "imagenet") {
    static constexpr std::array<float, 3> mean = {0.485F, 0.456F, 0.406F};
    static constexpr std::array<float, 3> std = {0.229F, 0.224F, 0.225F};
    check_length("imagenet", mean.size(), channels);
    return {{mean.begin(), mean.end()}, {std.begin(), std.end()}};
  }
  if (options.is_auto()) {
    if (!statistics) return identity_normalization(channels);
    check_length("the training split's statistics", statistics->mean.size(), channels);
    check_length("the training split's statistics", statistics->std.size(), channels);
    return *statistics;
  }
  if (!numbers) throw UsageError("expected imagenet, auto, or {mean: [...], std: [...]}");
  check_length("mean", options.mean.size(), channels);
  check_length("std", options.std.size(), channels);
  for (const double value : options.std) {
    if (!(value > 0)) {
      throw UsageError(concat("std: expected numbers > 0, got ", number_text(value)));
    }
  }
  return {as_float(options.mean), as_float(options.std)};
}

}  // namespace trainer
