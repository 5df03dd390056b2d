#pragma once
#include <string>

#include <trainer/data_check.h>

namespace trainer::cli {

/// Everything as one line of JSON; docs/data.md has its schema.
std::string data_report_json(const DataReport& report);

/// Bad files and copies, `path,split,class,finding,reason`: what a script may remove. Images that
/// a training can use as they are, such as those with a wrong extension, are not in it.
std::string data_report_csv(const DataReport& report);

}  // namespace trainer::cli
