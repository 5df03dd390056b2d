#pragma once
#include <string>

#include <trainer/config.h>

#include "data/packed/pack.h"

namespace trainer {

/// What `trainer data pack` was told beyond the data; `on_bad` and `workers` left out are those of
/// the configuration.
struct DataPackOptions {
  std::string output;
  std::string split = "train";
  ImagePackOptions images;
  std::string on_bad;  ///< fail or skip
  int workers = 0;
};

/// Packs one split of a configuration: see pack_dataset. Throws the errors of error.h.
PackReport pack_data(const Config& config, const DataPackOptions& options);

/// Packs a folder of class folders.
PackReport pack_data(const std::string& folder, const DataPackOptions& options);

}  // namespace trainer
