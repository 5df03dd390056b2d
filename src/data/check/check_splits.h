#pragma once
#include <vector>

#include <trainer/data_check.h>

#include "data/check/scan.h"

namespace trainer {

struct SplitCheckOptions {
  ScanOptions scan;
  bool allow_empty_classes = false;
};

/// Checks opened splits, training first. Throws Error (interrupted) on a request to stop.
DataReport check_splits(const std::vector<CheckedSplit>& splits, const SplitCheckOptions& options);

/// Puts findings in the report's order: by kind, then as they are.
void sort_findings(DataReport& report);

}  // namespace trainer
