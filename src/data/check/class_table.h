#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include <trainer/data_check.h>

#include "data/check/scan.h"

namespace trainer {

/// One class list for all splits, matched by name.
struct ClassTable {
  std::vector<DataReport::ClassImages> classes;  ///< of the first split, then of the others
  std::vector<std::int32_t> of_sample;           ///< by place in the scan: index in `classes`
  std::size_t first_classes = 0;                 ///< how many of them the first split knows
};
ClassTable count_classes(const std::vector<CheckedSplit>& splits);

/// Classes that are empty, missing in a split, or nearly empty in training: fewer than 10 images,
/// or less than 1/100 of the largest.
std::vector<DataFinding> judge_classes(const ClassTable& table,
                                       const std::vector<CheckedSplit>& splits,
                                       bool allow_empty_classes);

}  // namespace trainer
