#pragma once
#include <functional>

namespace trainer::cli {

/// Runs `work` and gives the program's exit code: the one boundary where an exception becomes one
/// message on stderr and a code of error.h. `foreign` may know the exceptions of a library: it is
/// called inside a handler, rethrows, and gives a code (its message already shown) or -1.
int guarded(const std::function<int()>& work, const std::function<int()>& foreign = {});

/// Shows an error that is no fault of the user's and gives its code.
int report_bug(const char* what);
/// Shows that memory ran out and gives its code.
int report_out_of_memory(const char* what);

}  // namespace trainer::cli
