#pragma once
#include <functional>
#include <string>
#include <vector>

#include "cli/arguments.h"

namespace CLI {
class App;
}

namespace trainer::cli {

/// One command as both programs know it: its options, its help, and what can be done about it
/// without LibTorch.
struct Command {
  std::string name;     ///< such as `fit` or `config show`
  std::string summary;  ///< one line
  std::string usage;    ///< what follows the name
  std::string example;
  /// Declares options and positionals that write into `arguments`.
  std::function<void(CLI::App& app, Arguments& arguments)> define;
  /// Checks what needs no LibTorch, so that a mistake costs milliseconds; may be empty. Throws the
  /// errors of error.h.
  std::function<void(const Arguments& arguments)> check;
  /// Does the whole work and gives the text for stdout; empty where that needs LibTorch.
  std::function<std::string(const Arguments& arguments)> answer;
  /// More help, after the options; may be empty.
  std::function<std::string()> details;
};

/// Every command, in the order of the help.
const std::vector<Command>& commands();

/// The command of that name, or null.
const Command* find_command(const std::string& name);

/// What can stand first on a command line: one-word commands, and the first words of the others.
std::vector<std::string> first_words();
/// The second words that go with `first`; none for a one-word command.
std::vector<std::string> second_words(const std::string& first);

Command fit_command();
Command evaluate_command();
Command predict_command();
Command data_check_command();
Command data_pack_command();
Command benchmark_command();
Command data_preview_command();
Command config_show_command();
Command config_schema_command();
Command config_reference_command();
Command config_diff_command();
Command list_command();
Command completion_command();
Command version_command();

}  // namespace trainer::cli
