#pragma once
#include <string>
#include <vector>

#include <trainer/options.h>

namespace trainer {

/// `checkpoint`
struct CheckpointOptions {
  std::vector<Interval> every{Span{1, SpanUnit::epochs}, Duration{600}};
  int keep_last = 2;
  int keep_best = 1;
  std::string monitor = "auto";  ///< `auto` is replaced when the configuration is read
  std::string mode = "auto";     ///< auto, min or max
  static const OptionTable& options();
};

}  // namespace trainer
