#include <algorithm>
#include <string_view>

#include <CLI/CLI.hpp>

#include <trainer/config.h>
#include <trainer/error.h>

#include "api/schema.h"
#include "base/thread_crew.h"
#include "cli/command.h"
#include "cli/data_place.h"
#include "cli/option_checks.h"
#include "cli/output_file.h"

namespace trainer::cli {
namespace {

void check_configured_data(const DataCheckArguments& arguments) {
  std::vector<ConfigMistake> missing =
      missing_paths(load_config(arguments.place, arguments.overrides));
  // Whether weights are there does not matter to the data.
  std::erase_if(missing,
                [](const ConfigMistake& mistake) { return !mistake.key.starts_with("data."); });
  if (!missing.empty()) throw DataError(ConfigError(missing).what());
}

void check_arguments(const DataCheckArguments& arguments) {
  require_given(arguments.place, "data check", "FILE or DIR");
  if (!arguments.output.empty()) {
    check_output_file("data check", arguments.output, [](std::string_view line) {
      return line == kFindingCsvHeader;
    });
  }
  if (!is_data_folder("data check", arguments.place, arguments.overrides)) {
    check_configured_data(arguments);
  }
}

}  // namespace

Command data_check_command() {
  Command command;
  command.name = "data check";
  command.summary = "find bad, doubled and leaked images and thin classes before a training does";
  command.usage = "FILE|DIR [key=value ...]";
  command.example = "trainer data check photos.yaml --output bad.csv";
  command.define = [](CLI::App& app, Arguments& arguments) {
    DataCheckArguments& check = arguments.data_check;
    app.add_option("FILE|DIR",
                   check.place,
                   "a configuration, or a folder of class folders, perhaps in train, val and test")
        ->type_name("");
    app.add_flag("--all", check.all, "show every path and class, not only the first of each kind");
    app.add_flag("--json", check.json, "one JSON object on stdout in place of the tables");
    app.add_option("-o,--output", check.output, "write bad files and copies to this csv file")
        ->type_name("FILE");
    require_whole_number(
        *app.add_option("--workers", check.workers, "threads; default: data.workers, or one a CPU")
             ->type_name("N"),
        1,
        kMaxWorkers);
    add_overrides(app, check.overrides);
  };
  command.check = [](const Arguments& arguments) { check_arguments(arguments.data_check); };
  return command;
}

}  // namespace trainer::cli
