#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <trainer/options.h>

namespace trainer {

/// `evaluate`: validation during training.
struct EvaluationOptions {
  Span every{1, SpanUnit::epochs};
  std::vector<std::string> metrics{"top1", "top5"};  ///< beside the loss
  static const OptionTable& options();
};

/// `early_stop`
struct EarlyStopOptions {
  std::int64_t patience = 10;    ///< validations
  std::string monitor = "auto";  ///< `auto` is replaced when the configuration is read
  std::string mode = "auto";     ///< auto, min or max
  double min_delta = 0;
  static const OptionTable& options();
};

}  // namespace trainer
