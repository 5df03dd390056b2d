#pragma once
#include <string>
#include <vector>

#include <trainer/network.h>

namespace trainer {

/// Full names of the parameters in Python's order (that of registration); none of opaque nodes.
std::vector<std::string> parameter_names(const Network& network);
/// Those of norm layers and all biases, which weight decay may leave out.
std::vector<std::string> norm_and_bias_names(const Network& network);

/// The names that at least one glob matches, in their order. A glob that matches none is an error
/// with the nearest names: ConfigError at `position` where it has a line, UsageError otherwise.
std::vector<std::string> match_parameters(const std::vector<std::string>& names,
                                          const std::vector<std::string>& globs,
                                          const Position& position = {},
                                          const std::string& key = "model.freeze");

}  // namespace trainer
