#pragma once
#include <memory>
#include <vector>

#include <trainer/loss.h>

#include "loss/loss_options.h"

namespace trainer {

/// `class_counts` of the training split, for `class_weights: balanced`
/// (samples / (classes × count), scikit-learn's rule). Throws ConfigError when the weights do not
/// fit the classes.
std::unique_ptr<Loss> make_loss(const LossOptions& options,
                                const std::vector<std::int64_t>& class_counts);

}  // namespace trainer
