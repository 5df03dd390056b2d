#include <trainer/error.h>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/environment.h"
#include "cli/execute.h"
#include "cli/failure.h"
#include "cli/output.h"
#include "cli/version.h"

/// The thin program, free of LibTorch and OpenCV: it answers in milliseconds what needs neither,
/// finds mistakes, and executes trainer-run in its own place for the rest.
int main(int argc, char** argv) {
  using namespace trainer::cli;
  secure_standard_streams();
  return guarded([&] {
    const CommandLine line = parse_command_line({argv + 1, argv + argc});
    if (!line.reply.empty()) {
      write_result(line.reply);
      return static_cast<int>(trainer::ExitCode::done);
    }
    apply_global_arguments(line.arguments.global);
    const Command& command = *find_command(line.arguments.command);
    if (command.answer) {
      write_result(command.answer(line.arguments));
      return static_cast<int>(trainer::ExitCode::done);
    }
    set_run_environment();
    execute_run_program(argv);
  });
}
