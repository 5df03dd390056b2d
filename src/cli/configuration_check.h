#pragma once
#include <string>
#include <vector>

namespace trainer::cli {

/// Checks the configuration of a command that is about to use it, and that the data and weights it
/// names are there. Throws ConfigError, DataError, CheckpointError.
void check_configuration(const std::string& file, const std::vector<std::string>& overrides);

}  // namespace trainer::cli
