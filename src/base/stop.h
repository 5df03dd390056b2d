#pragma once

namespace trainer {

/// The request to stop that a signal leaves behind. Scanning, warm-up, training, validation and
/// saving look at it between two pieces of work; what they save, and that the program then exits
/// with 75, is theirs to decide.
///
/// Installs handlers for SIGTERM, SIGINT, SIGUSR1 and, unless it is ignored (nohup), SIGHUP; a
/// second signal but SIGHUP ends the process at once with 128 + its number. Call once, in the
/// program, before threads start; a library user keeps their own handlers and calls `request_stop`
/// instead.
void install_stop_handlers();

/// Asks the running work to finish its step, save and return. Async-signal-safe.
void request_stop();
bool stop_requested() noexcept;
/// The signal that asked, or 0.
int stop_signal() noexcept;
/// Forgets a request, for a process that starts another run.
void clear_stop_request();

}  // namespace trainer
