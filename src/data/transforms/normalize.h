#pragma once
#include <optional>
#include <string>
#include <vector>

#include <trainer/options.h>

#include "data/transforms/pipeline.h"

namespace trainer {

/// Runs last, on the batch: torchvision's ToTensor and Normalize.
struct NormalizeOptions {
  std::string preset = "none";
  std::vector<double> mean;
  std::vector<double> std;
  static const OptionTable& options();
  bool is_auto() const { return preset == "auto"; }
};

/// The numbers that the options stand for; `statistics` are those of the training split, the
/// identity where `auto` has none yet. Throws UsageError where they do not fit `channels`.
Normalization normalization_of(const NormalizeOptions& options,
                               int channels,
                               const std::optional<Normalization>& statistics);
/// Mean 0 and standard deviation 1.
Normalization identity_normalization(int channels);

}  // namespace trainer
