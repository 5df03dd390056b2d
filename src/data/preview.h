#pragma once
#include <cstdint>
#include <string>

#include <trainer/dataset.h>

#include "data/loader/batch_mix.h"
#include "data/loader/sampler.h"
#include "data/transforms/pipeline.h"

namespace trainer {

struct PreviewOptions {
  std::string output;  ///< a folder, made where it is not there
  std::int64_t epoch = 1;
  std::int64_t count = 64;  ///< samples, in the order of the epoch
  std::uint64_t seed = 0;   ///< of the loader
  int batch_size = 1;       ///< images that are mixed with each other, where `mix` is on
  BatchMixOptions mix{};
};

/// Writes what the network will see: the first samples of an epoch, transformed, before
/// normalisation and mixed, as `00000.png`, …; `index.csv` (file, source, label, class, and where
/// batches are mixed the share of its own and the partner's source); and, over up to 400
/// of them with their class names, `contact_sheet.png`. Bad images are named in the log and left
/// out, the numbers of the files stay. An earlier preview in the folder is replaced. Returns how
/// many were written. Throws DataError where none could be.
std::int64_t write_preview(const Dataset& dataset,
                           const Pipeline& pipeline,
                           const Sampler& sampler,
                           const PreviewOptions& options);

}  // namespace trainer
