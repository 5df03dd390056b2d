#pragma once
#include <map>
#include <string>
#include <vector>

#include <ATen/core/Tensor.h>

#include "parity/fixture.h"
#include "weights/value.h"

namespace trainer::parity {

/// What 20 steps left behind.
struct Trained {
  std::vector<double> losses;
  std::vector<double> norms;
  std::map<std::string, at::Tensor> final;    ///< parameters and running statistics
  std::map<std::string, at::Tensor> average;  ///< of the EMA; empty without one
  Value optimizer;
};

/// Trains the small network as the case says.
Trained train(const Fixture& fixture, const nlohmann::json& training_case);

}  // namespace trainer::parity
