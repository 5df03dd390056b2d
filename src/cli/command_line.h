#pragma once
#include <string>
#include <vector>

#include "cli/arguments.h"

namespace CLI {
class App;
}

namespace trainer::cli {

/// A parsed command line. Where `reply` is not empty, there is only that to print: a help or the
/// version was asked for.
struct CommandLine {
  Arguments arguments;
  std::string reply;
};

/// Parses what follows the program's name. Throws UsageError.
CommandLine parse_command_line(std::vector<std::string> words);

/// --quiet, --verbose, --color, --version, --help.
void define_global_options(CLI::App& app, GlobalArguments& arguments);

/// Sets log level and colour.
void apply_global_arguments(const GlobalArguments& arguments);

}  // namespace trainer::cli
