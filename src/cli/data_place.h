#pragma once
#include <string>
#include <vector>

namespace trainer::cli {

/// Checks FILE|DIR of a command about data: a configuration, which `overrides` may change, or a
/// folder of images, which they cannot. Whether it is a folder; throws UsageError naming `command`.
bool is_data_folder(const std::string& command,
                    const std::string& place,
                    const std::vector<std::string>& overrides);

}  // namespace trainer::cli
