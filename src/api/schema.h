#pragma once
#include <vector>

#include <trainer/config.h>
#include <trainer/error.h>
#include <trainer/options.h>

namespace trainer {

/// The table of the whole configuration.
const OptionTable& configuration_table();

/// Paths of data and weights that are not there, each with its place. load_config names them only
/// beside other mistakes: a configuration can be right on a machine without its data.
std::vector<ConfigMistake> missing_paths(const Config& config);

}  // namespace trainer
