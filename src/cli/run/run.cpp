#include "cli/run/run.h"

#include <trainer/error.h>

#include "base/text.h"

namespace trainer::cli {

int run_command(const Arguments& arguments) {
  const std::string& command = arguments.command;
  if (command == "fit") return run_fit(arguments);
  if (command == "evaluate") return run_evaluate(arguments);
  if (command == "predict") return run_predict(arguments);
  if (command == "data check") return run_data_check(arguments);
  if (command == "data pack") return run_data_pack(arguments);
  if (command == "data preview") return run_data_preview(arguments);
  if (command == "benchmark") return run_benchmark(arguments);
  if (command == "version") return run_version(arguments);
  throw InternalError(concat("nothing runs the command \"", command, "\""));
}

}  // namespace trainer::cli
