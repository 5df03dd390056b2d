#pragma once
#include <trainer/options.h>

namespace trainer {

struct RmspropOptions {
  double alpha = 0.99;
  double eps = 1e-8;
  double momentum = 0;
  bool centered = false;
  static const OptionTable& options();
};

}  // namespace trainer
