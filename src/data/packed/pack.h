#pragma once
#include <cstdint>
#include <string>

#include <trainer/dataset.h>

#include "data/packed/image_packer.h"

namespace trainer {

struct PackOptions {
  std::string output;
  ImagePackOptions images;
  bool skip_bad = false;  ///< leave bad images out, each named in the log, instead of stopping
  int threads = 1;
};

/// What became of a data set.
struct PackReport {
  std::int64_t images = 0, skipped = 0;
  std::int64_t shrunk = 0, baseline = 0;
  std::uint64_t source_bytes = 0, packed_bytes = 0;
};

/// Writes every image of `dataset`, in its order, into one packed file: the same bytes for any
/// number of threads, with memory for two images a thread. Shows progress. The file appears at the
/// end, whole, or not at all. Throws DataError on a bad image (unless skipped) and where none is
/// good, FileError, and Error (interrupted) on a request to stop.
PackReport pack_dataset(const Dataset& dataset, const PackOptions& options);

}  // namespace trainer
