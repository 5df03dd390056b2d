#pragma once
#include <memory>

#include <trainer/transform.h>

namespace trainer {

struct AutocontrastOptions {
  double p = 0.5;
  static const OptionTable& options();
};

/// Each channel stretched to 0-255, with probability `p`: torchvision's RandomAutocontrast on a PIL
/// image.
std::unique_ptr<Transform> make_autocontrast(const AutocontrastOptions& options);

}  // namespace trainer
