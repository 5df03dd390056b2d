#pragma once
#include <string>

#include "cli/command.h"

namespace trainer::cli {

/// The help of the program: its commands, global options and exit codes.
std::string program_help();
/// The help of one command: usage, options with defaults, an example.
std::string command_help(const Command& command);
/// `trainer config --help` and the like: the commands that begin with that word.
std::string group_help(const std::string& first);

/// One option of a command, as completion scripts need it.
struct OptionFacts {
  std::vector<std::string> names;  ///< `-c`, `--config`; a positional's name for a positional
  std::string type;                ///< `FILE`, `a|b|c`, or empty
  std::string fallback;            ///< shown default, or empty
  std::string help;
  bool positional = false;
  bool takes_value = false;
};
std::vector<OptionFacts> global_option_facts();
/// The command's options, then the global ones.
std::vector<OptionFacts> option_facts(const Command& command);

}  // namespace trainer::cli
