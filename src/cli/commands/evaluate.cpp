#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/option_checks.h"

namespace trainer::cli {

Command evaluate_command() {
  Command command;
  command.name = "evaluate";
  command.summary = "measure a trained classifier on a split of its data or on other images";
  command.usage = "--checkpoint PATH";
  command.example = "trainer evaluate --checkpoint runs/resnet18-clothing --split test";
  command.define = [](CLI::App& app, Arguments& arguments) {
    EvaluateArguments& evaluate = arguments.evaluate;
    app.add_option("--checkpoint",
                   evaluate.checkpoint,
                   "a run folder (its best), a checkpoint folder, or a model.pt")
        ->type_name("PATH");
    app.add_option("--data",
                   evaluate.options.data,
                   "images in place of the configured ones, in the configured format")
        ->type_name("DIR|FILE");
    add_choice(app, "--split", evaluate.options.split, {"train", "val", "test"}, "which split")
        ->capture_default_str();
    require_whole_number(*app.add_option("--batch-size",
                                         evaluate.options.batch_size,
                                         "images at a time; default: the configured one")
                              ->type_name("N"),
                         1);
    add_choice(app, "--device", evaluate.options.device, {"auto", "cpu"}, "where to compute")
        ->capture_default_str();
    add_choice(app,
               "--weights",
               evaluate.options.weights,
               {"auto", "ema", "raw"},
               "auto: the average (EMA) where the run has one")
        ->capture_default_str();
    app.add_flag("--json", evaluate.json, "one JSON object on stdout in place of the table");
    app.add_option("--output",
                   evaluate.output,
                   "write DIR/evaluation/<split>.json; default: into the run folder")
        ->type_name("DIR");
  };
  command.check = [](const Arguments& arguments) {
    require_given(arguments.evaluate.checkpoint, "evaluate", "--checkpoint PATH");
  };
  return command;
}

}  // namespace trainer::cli
