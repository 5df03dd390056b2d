#pragma once
#include <trainer/options.h>

namespace trainer {

/// `tracking`
struct TrackingOptions {
  Span every{50, SpanUnit::steps};
  bool tensorboard = true;
  bool jsonl = true;
  bool csv = false;
  bool samples = false;
  static const OptionTable& options();
};

}  // namespace trainer
