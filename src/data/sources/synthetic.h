#pragma once
#include <cstdint>
#include <memory>

#include <trainer/dataset.h>
#include <trainer/options.h>

namespace trainer {

struct SyntheticOptions {
  std::int64_t samples = 1000;
  std::int64_t num_classes = 10;
  std::int64_t height = 32, width = 32;
  std::int64_t image_channels = 3;
  static const OptionTable& options();
};

/// `data.format: synthetic`: stripes whose direction, width and colour tell the class, under noise
/// and at a random place; made anew at each read, the same for the same seed, split and index.
/// Every split has `samples` images of its own, the classes in turn.
std::shared_ptr<Dataset> open_synthetic(const DatasetRequest& request,
                                        const SyntheticOptions& options);

}  // namespace trainer
