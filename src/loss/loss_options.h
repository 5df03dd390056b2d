#pragma once
#include <cstdint>
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

/// The weight of each class, or nothing for `none`. Throws ConfigError with `at` as its place when
/// a list has not one weight a class, a weight is not above 0, or a class to balance is empty.
std::vector<double> class_weights(const Or<std::vector<double>>& choice,
                                  const std::vector<std::int64_t>& class_counts,
                                  const Position& at);

namespace detail {
/// For registration only.
Catalog& writable_loss_catalog();
}  // namespace detail

}  // namespace trainer
