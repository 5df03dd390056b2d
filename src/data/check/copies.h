#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include <trainer/data_check.h>

#include "data/check/scan.h"

namespace trainer {

/// One sample of a group that all show the same picture.
struct Copy {
  std::size_t sample = 0;                             ///< by place in the scan
  std::size_t of = 0;                                 ///< the one it is a copy of
  DataFindingKind kind = DataFindingKind::duplicate;  ///< or leak, label_conflict
  bool same_bytes = false;
};

/// Finds usable samples with the same pixels. Of each group one is kept: the first of the most
/// precious split (test, then val, then the others); the rest are copies of it, leaks where they
/// lie in another split. Where a group has more than one class (`classes`, by sample), all of it
/// are label conflicts, each naming one of another class. In order of samples.
std::vector<Copy> find_copies(const ScanResult& scan,
                              const std::vector<CheckedSplit>& splits,
                              const std::vector<std::int32_t>& classes);

}  // namespace trainer
