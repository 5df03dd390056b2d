#pragma once
#include <string>
#include <string_view>

namespace trainer {

/// `val/top1`: a metric of a split, as `checkpoint.monitor` and `early_stop.monitor` name it.
struct MetricName {
  std::string split;  ///< "train" or "val"
  std::string name;   ///< "loss", "top1", …
  bool operator==(const MetricName&) const = default;
};

/// Throws UsageError saying what was expected; the caller adds the key.
MetricName parse_metric_name(std::string_view text);

/// Whether more is better, by `mode` (min, max, or auto: by the metric). Throws UsageError for an
/// unknown mode, or for `auto` with a metric that is not among the built-in ones.
bool higher_is_better(const MetricName& metric, std::string_view mode);

}  // namespace trainer
