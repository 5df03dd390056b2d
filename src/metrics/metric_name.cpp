#include "metrics/metric_name.h"

#include <algorithm>
#include <array>
#include <vector>

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {
namespace {

constexpr std::array<std::string_view, 2> kSplits{"train", "val"};
constexpr std::array<std::string_view, 3> kRising{"top1", "top5", "macro_recall"};
constexpr std::array<std::string_view, 1> kFalling{"loss"};

template <std::size_t n>
bool among(const std::array<std::string_view, n>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

MetricName parse_metric_name(std::string_view text) {
  const std::size_t slash = text.find('/');
  MetricName metric;
  if (slash != std::string_view::npos) {
    metric.split = text.substr(0, slash);
    metric.name = text.substr(slash + 1);
  }
  if (!among(kSplits, metric.split) || metric.name.empty() ||
      metric.name.find('/') != std::string::npos) {
    throw UsageError(
        concat("expected a metric as train/NAME or val/NAME, such as val/top1, found \"",
               printable(text),
               "\""));
  }
  return metric;
}

bool higher_is_better(const MetricName& metric, std::string_view mode) {
  if (mode == "max") return true;
  if (mode == "min") return false;
  if (mode != "auto") {
    throw UsageError(concat("expected mode auto, min or max, found \"", printable(mode), "\""));
  }
  if (among(kRising, metric.name)) return true;
  if (among(kFalling, metric.name)) return false;
  std::vector<std::string> known(kFalling.begin(), kFalling.end());
  known.insert(known.end(), kRising.begin(), kRising.end());
  throw UsageError(concat("mode auto knows ",
                          join(known, ", "),
                          ", not \"",
                          printable(metric.name),
                          "\"; set mode to min or max"));
}

}  // namespace trainer
