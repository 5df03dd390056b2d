#pragma once
#include <vector>

#include <trainer/options.h>

namespace trainer {

/// Of adam and adamw.
struct AdamOptions {
  std::vector<double> betas{0.9, 0.999};
  double eps = 1e-8;
  bool amsgrad = false;
  static const OptionTable& options();
};

}  // namespace trainer
