#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <trainer/options.h>

namespace trainer {

/// `model`
struct ModelOptions {
  Component architecture;  ///< `name` and its own keys
  Or<std::int64_t> num_classes = "auto";
  std::optional<std::string> weights;  ///< path of own weights
  std::vector<std::string> freeze;     ///< globs of parameter names
  static const OptionTable& options();
};

}  // namespace trainer
