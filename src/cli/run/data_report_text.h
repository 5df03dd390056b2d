#pragma once
#include <string>

#include <trainer/data_check.h>

namespace trainer::cli {

/// The report for people: a section for each kind of finding with its first paths, histograms, and
/// a closing line with the counts. `all`: every path and every class.
std::string data_report_text(const DataReport& report, bool all);

}  // namespace trainer::cli
