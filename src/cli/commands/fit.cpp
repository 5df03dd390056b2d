#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/configuration_check.h"
#include "cli/option_checks.h"
#include "cli/option_help.h"

namespace trainer::cli {

Command fit_command() {
  Command command;
  command.name = "fit";
  command.summary = "train a classifier, or go on where a run stopped";
  command.usage = "--config FILE [key=value ...]";
  command.example = "trainer fit --config resnet.yaml train.epochs=3 optimizer.lr=0.05";
  command.define = [](CLI::App& app, Arguments& arguments) {
    FitArguments& fit = arguments.fit;
    app.add_option("-c,--config", fit.config, "the run's configuration")->type_name("FILE");
    app.add_option("--resume",
                   fit.options.resume,
                   "auto: go on from the run's last checkpoint, if it has one; never: refuse a run "
                   "folder that is not empty; or the path of a checkpoint")
        ->type_name("auto|never|PATH")
        ->capture_default_str();
    app.add_option("--allow-change",
                   fit.options.allow_change,
                   "let a resumed run differ from its recorded configuration in this key; may be "
                   "given several times")
        ->type_name("KEY")
        ->allow_extra_args(false)
        ->take_all();
    app.add_flag("--dry-run",
                 fit.options.dry_run,
                 "everything up to the first step: data, model, memory, a trial checkpoint");
    require_whole_number(*app.add_option("--limit-batches",
                                         fit.options.limit_batches,
                                         "batches of each epoch and validation, to try a run out")
                              ->type_name("N"),
                         1);
    add_overrides(app, fit.overrides);
  };
  command.check = [](const Arguments& arguments) {
    require_given(arguments.fit.config, "fit", "--config FILE");
    check_configuration(arguments.fit.config, arguments.fit.overrides);
  };
  command.details = configuration_help;
  return command;
}

}  // namespace trainer::cli
