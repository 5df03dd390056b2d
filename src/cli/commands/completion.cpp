#include "cli/completion.h"

#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/option_checks.h"

namespace trainer::cli {

Command completion_command() {
  Command command;
  command.name = "completion";
  command.summary = "a script that completes commands, options and keys in the shell";
  command.usage = "bash|zsh";
  command.example = "trainer completion bash > ~/.local/share/bash-completion/completions/trainer";
  command.define = [](CLI::App& app, Arguments& arguments) {
    add_choice(app, "SHELL", arguments.completion.shell, {"bash", "zsh"}, "bash or zsh");
  };
  command.check = [](const Arguments& arguments) {
    require_given(arguments.completion.shell, "completion", "the shell: bash or zsh");
  };
  command.answer = [](const Arguments& arguments) {
    return arguments.completion.shell == "bash" ? bash_completion() : zsh_completion();
  };
  return command;
}

}  // namespace trainer::cli
