#pragma once
#include <memory>

#include <trainer/dataset.h>
#include <trainer/options.h>

namespace trainer {

struct PackedOptions {
  bool verify = true;
  static const OptionTable& options();
};

/// `data.format: packed`: one file that `trainer data pack` made, with the samples in its order.
/// Classes keep the pack's order where none is fixed, and else match by name. Images are lent from
/// the mapped file. Throws DataError on a file that is damaged or of another version.
std::shared_ptr<Dataset> open_packed(const DatasetRequest& request, const PackedOptions& options);

}  // namespace trainer
