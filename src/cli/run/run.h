#pragma once
#include "cli/arguments.h"

namespace trainer::cli {

/// Does the work of a command that needs LibTorch and gives the exit code. Throws the errors of
/// error.h and LibTorch's.
int run_command(const Arguments& arguments);

int run_fit(const Arguments& arguments);
int run_evaluate(const Arguments& arguments);
int run_predict(const Arguments& arguments);
int run_data_check(const Arguments& arguments);
int run_data_pack(const Arguments& arguments);
int run_data_preview(const Arguments& arguments);
int run_benchmark(const Arguments& arguments);
int run_version(const Arguments& arguments);

}  // namespace trainer::cli
