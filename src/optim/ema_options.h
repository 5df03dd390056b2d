#pragma once
#include <cstdint>

#include <trainer/options.h>

namespace trainer {

/// `train.ema`
struct EmaOptions {
  double decay = 0.9999;
  std::int64_t every = 1;  ///< optimizer steps between two updates
  static const OptionTable& options();
};

}  // namespace trainer
