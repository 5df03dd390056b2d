#pragma once
#include <trainer/options.h>

namespace trainer {

struct SgdOptions {
  double momentum = 0;
  double dampening = 0;
  bool nesterov = false;
  static const OptionTable& options();
};

}  // namespace trainer
