#pragma once
#include <functional>
#include <string>
#include <string_view>

namespace trainer::cli {

/// First lines of results as csv; a file that begins so is one of ours.
inline constexpr std::string_view kPredictionCsvHeader = "path,rank,class,index,probability,error";
inline constexpr std::string_view kFindingCsvHeader = "path,split,class,finding,reason";

/// Refuses to write results over a file that is none: `path` may be free, empty, a device or pipe,
/// or have a first line that `is_earlier` knows. Throws UsageError naming `command`; DataError
/// where its folder is not there.
void check_output_file(const std::string& command,
                       const std::string& path,
                       const std::function<bool(std::string_view first_line)>& is_earlier);

}  // namespace trainer::cli
