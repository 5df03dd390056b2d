#pragma once
#include <memory>
#include <vector>

#include "data/transforms/augment/erase/erase_value.h"

namespace trainer {

struct CutoutOptions {
  int size = 16;
  int count = 1;
  double p = 1;
  EraseOption value = std::vector<int>{0};
  static const OptionTable& options();
};

/// Squares painted over whose middles lie anywhere in the image, so that borders cut them off:
/// Cutout (DeVries and Taylor, arXiv 1708.04552), with probability `p`. Throws UsageError on values
/// that do not fit the channels.
std::unique_ptr<Transform> make_cutout(const TransformRequest& request,
                                       const CutoutOptions& options);

}  // namespace trainer
