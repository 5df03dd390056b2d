#pragma once

namespace trainer::cli {

/// Sets what the C library and OpenMP read once, when a process starts: too late in the main of a
/// program that links them. What the user has set is left alone.
void set_run_environment();

}  // namespace trainer::cli
