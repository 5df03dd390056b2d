#pragma once
#include <string>

namespace trainer::cli {

/// A script for bash that completes commands, options, their values, keys of the configuration and
/// files. Made from the command table, so it never lags behind.
std::string bash_completion();
/// The same for zsh.
std::string zsh_completion();

}  // namespace trainer::cli
