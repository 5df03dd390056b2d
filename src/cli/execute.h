#pragma once

namespace trainer::cli {

/// Puts trainer-run, found beside this program, in this process's place with the same arguments.
/// Returns only by throwing UsageError: trainer-run is missing or cannot be executed.
[[noreturn]] void execute_run_program(char** argv);

}  // namespace trainer::cli
