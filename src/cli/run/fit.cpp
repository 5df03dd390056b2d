#include <trainer/config.h>
#include <trainer/error.h>
#include <trainer/fit.h>

#include "api/report.h"
#include "base/log.h"
#include "base/stop.h"
#include "base/text.h"
#include "cli/run/run.h"

namespace trainer::cli {
namespace {

std::string reached_text(const FitResult& result) {
  std::string text = concat(counted(result.epochs, "epoch"),
                            ", ",
                            counted(result.steps, "step"),
                            " in ",
                            duration_text(result.seconds));
  if (result.best_epoch > 0 && !result.monitor.empty()) {
    text += concat("; best ",
                   result.monitor,
                   " ",
                   fixed_text(result.best, 4),
                   " in epoch ",
                   result.best_epoch);
  }
  return text;
}

/// What comes next for the user.
std::string next_text(const FitResult& result) {
  const std::string folder = shell_word(result.run_folder);
  return concat("model: ",
                printable(result.model_path),
                "\nnext: trainer evaluate --checkpoint ",
                folder,
                "\n      trainer predict --checkpoint ",
                folder,
                " IMAGE...");
}

std::string result_text(const FitResult& result, bool trial) {
  switch (result.status) {
    case FitStatus::dry_run:
      return "dry run passed: data, model and a trial checkpoint are in order";
    case FitStatus::interrupted:
      if (result.steps == 0) return "stopped before the first step; the same command starts anew";
      return concat(
          "stopped by ",
          stop_signal() == 0 ? std::string("a request") : concat("signal ", stop_signal()),
          " after ",
          reached_text(result),
          "; everything is saved in ",
          printable(result.run_folder),
          ": the same command goes on from here");
    case FitStatus::already_finished:
      return concat("this run is finished: ", reached_text(result), "\n", next_text(result));
    case FitStatus::early_stopped:
      return concat("stopped early: no better result for long enough; ",
                    reached_text(result),
                    "\n",
                    next_text(result));
    case FitStatus::time_limit:
      return concat("stopped at train.max_time; ", reached_text(result), "\n", next_text(result));
    case FitStatus::finished:
      return trial ? concat("trial run passed: ",
                            reached_text(result),
                            "; it is in ",
                            printable(result.run_folder))
                   : concat("finished: ", reached_text(result), "\n", next_text(result));
  }
  throw InternalError("an unknown status of a run");
}

}  // namespace

int run_fit(const Arguments& arguments) {
  const FitArguments& fit = arguments.fit;
  // The other commands have nothing to save: a signal ends them as it ends any program.
  install_stop_handlers();
  Trainer trainer(load_config(fit.config, fit.overrides));
  FitOptions options = fit.options;
  options.show_progress = !arguments.global.quiet;
  const FitResult result = trainer.fit(options);
  log_info(result_text(result, fit.options.limit_batches.has_value()));
  return static_cast<int>(result.status == FitStatus::interrupted ? ExitCode::interrupted
                                                                  : ExitCode::done);
}

}  // namespace trainer::cli
