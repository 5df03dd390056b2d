#include <CLI/CLI.hpp>

#include "cli/command.h"

namespace trainer::cli {

Command version_command() {
  Command command;
  command.name = "version";
  command.summary = "versions of program and libraries, devices, build; more with --verbose";
  command.example = "trainer version";
  command.define = [](CLI::App&, Arguments&) {};
  return command;
}

}  // namespace trainer::cli
