#pragma once
#include <memory>

#include <trainer/transform.h>

namespace trainer {

struct EqualizeOptions {
  double p = 0.5;
  static const OptionTable& options();
};

/// Each channel's histogram made even, with probability `p`: torchvision's RandomEqualize on a PIL
/// image.
std::unique_ptr<Transform> make_equalize(const EqualizeOptions& options);

}  // namespace trainer
