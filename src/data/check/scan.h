#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <trainer/dataset.h>

#include "data/check/sample_check.h"

namespace trainer {

struct CheckedSplit {
  std::string name;  ///< "train", "val", "test" or "all"
  std::shared_ptr<const Dataset> dataset;
};

struct ScanOptions {
  SampleLimits limits;
  int workers = 1;
  /// Called now and then from the calling thread; may be empty.
  std::function<void(std::int64_t done, std::int64_t total, std::int64_t findings)> progress;
};

/// Every sample of every split, one after the other.
struct ScanResult {
  struct Said {
    std::size_t sample;
    SampleFinding finding;
  };
  std::vector<SampleRecord> records;
  std::vector<std::size_t> first;  ///< of each split; then the number of all samples
  std::vector<Said> findings;      ///< in order of samples

  /// The split of a sample.
  std::size_t split_of(std::size_t sample) const;
};

/// Checks all samples with several threads; the result does not depend on their number. Throws
/// Error (interrupted) on a request to stop.
ScanResult scan_splits(const std::vector<CheckedSplit>& splits, const ScanOptions& options);

}  // namespace trainer
