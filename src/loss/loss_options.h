#pragma once
#include <vector>

#include <trainer/options.h>

namespace trainer {

struct LossOptions {
  Component method;  ///< `name` and its own keys
  static const OptionTable& options();
};

struct CrossEntropyOptions {
  double label_smoothing = 0;
  Or<std::vector<double>> class_weights = "none";  ///< none | balanced | list, one a class
  static const OptionTable& options();
};

const Catalog& loss_catalog();

}  // namespace trainer
