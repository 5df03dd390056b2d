#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/configuration_check.h"
#include "cli/option_checks.h"
#include "data/preview_folder.h"

namespace trainer::cli {

Command data_preview_command() {
  Command command;
  command.name = "data preview";
  command.summary = "write the transformed images as PNG: what the network will see";
  command.usage = "--config FILE --output DIR [key=value ...]";
  command.example = "trainer data preview --config resnet.yaml --count 16 --output preview";
  command.define = [](CLI::App& app, Arguments& arguments) {
    PreviewArguments& preview = arguments.preview;
    app.add_option("-c,--config", preview.config, "the run's configuration")->type_name("FILE");
    add_choice(app, "--split", preview.split, {"train", "val", "test"}, "which split")
        ->capture_default_str();
    require_whole_number(
        *app.add_option("--epoch", preview.epoch, "the epoch whose order and augmentation to show")
             ->type_name("E")
             ->capture_default_str(),
        1);
    require_whole_number(*app.add_option("--count", preview.count, "how many samples")
                              ->type_name("N")
                              ->capture_default_str(),
                         1);
    app.add_option(
           "-o,--output", preview.output, "folder for the images, index.csv and a contact sheet")
        ->type_name("DIR");
    add_overrides(app, preview.overrides);
  };
  command.check = [](const Arguments& arguments) {
    const PreviewArguments& preview = arguments.preview;
    require_given(preview.config, "data preview", "--config FILE");
    require_given(preview.output, "data preview", "--output DIR");
    check_preview_folder(preview.output);
    check_configuration(preview.config, preview.overrides);
  };
  return command;
}

}  // namespace trainer::cli
