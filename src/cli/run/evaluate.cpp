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
namespace {

void save(const std::string& json, const std::string& output, const std::string& split) {
  const std::string folder = concat(output, "/evaluation");
  const std::string file = concat(folder, "/", split, ".json");
  make_folders(folder);
  write_file_atomic(file, json);
  log_info(concat("wrote ", printable(file)));
}

}  // namespace

int run_evaluate(const Arguments& arguments) {
  const EvaluateArguments& evaluate = arguments.evaluate;
  EvaluateOptions options = evaluate.options;
  options.show_progress = !arguments.global.quiet;
  const EvaluationResult result = trainer::evaluate(evaluate.checkpoint, options);
  const std::string json = evaluation_json(result) + "\n";
  write_result(evaluate.json ? json : evaluation_table(result));
  if (!evaluate.output.empty()) {
    write_result_files([&] { save(json, evaluate.output, result.split); });
    return static_cast<int>(ExitCode::done);
  }
  try {
    const std::string folder = run_folder_of(evaluate.checkpoint);
    if (!folder.empty()) save(json, folder, result.split);
  } catch (const FileError& error) {
    // Nobody asked for this copy, and the run may be somebody else's.
    log_warning(concat("the result is not kept in the run folder: ", error.what()));
  }
  return static_cast<int>(ExitCode::done);
}

}  // namespace trainer::cli
