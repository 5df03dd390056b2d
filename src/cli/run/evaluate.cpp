#include <trainer/error.h>
#include <trainer/fit.h>

#include "api/report_evaluation.h"
#include "base/file_system.h"
#include "base/log.h"
#include "base/text.h"
#include "checkpoint/checkpoint_store.h"
#include "cli/output.h"
#include "cli/run/run.h"

namespace trainer::cli {

int run_evaluate(const Arguments& arguments) {
  const EvaluateArguments& evaluate = arguments.evaluate;
  EvaluateOptions options = evaluate.options;
  options.show_progress = !arguments.global.quiet;
  const EvaluationResult result = trainer::evaluate(evaluate.checkpoint, options);
  const std::string json = evaluation_json(result) + "\n";
  const std::string output =
      evaluate.output.empty() ? run_folder_of(evaluate.checkpoint) : evaluate.output;
  if (!output.empty()) {
    const std::string folder = concat(output, "/evaluation");
    const std::string file = concat(folder, "/", result.split, ".json");
    write_result_files([&] {
      make_folders(folder);
      write_file_atomic(file, json);
    });
    log_info(concat("wrote ", printable(file)));
  }
  write_result(evaluate.json ? json : evaluation_table(result));
  return static_cast<int>(ExitCode::done);
}

}  // namespace trainer::cli
