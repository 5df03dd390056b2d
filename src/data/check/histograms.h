#pragma once
#include <vector>

#include <trainer/data_check.h>

#include "data/check/sample_check.h"

namespace trainer {

/// Counts formats, colour modes, short sides and aspects into the report.
void count_properties(const std::vector<SampleRecord>& records, DataReport& report);

}  // namespace trainer
