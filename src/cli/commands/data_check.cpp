#include <algorithm>
#include <filesystem>

#include <CLI/CLI.hpp>

#include <trainer/config.h>
#include <trainer/error.h>

#include "api/schema.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/option_checks.h"

namespace trainer::cli {
namespace {

void check_configured_data(const DataCheckArguments& arguments) {
  check_overrides(arguments.overrides);
  std::vector<ConfigMistake> missing =
      missing_paths(load_config(arguments.place, arguments.overrides));
  // Whether weights are there does not matter to the data.
  std::erase_if(missing,
                [](const ConfigMistake& mistake) { return !mistake.key.starts_with("data."); });
  if (!missing.empty()) throw DataError(ConfigError(missing).what());
}

void check_arguments(const DataCheckArguments& arguments) {
  require_given(arguments.place, "data check", "FILE or DIR");
  std::error_code error;
  const auto status = std::filesystem::status(arguments.place, error);
  if (!std::filesystem::exists(status)) {
    throw UsageError(concat("trainer data check: ",
                            printable(arguments.place),
                            ": there is no such configuration and no such folder"));
  }
  if (!std::filesystem::is_directory(status)) return check_configured_data(arguments);
  if (!arguments.overrides.empty()) {
    throw UsageError(concat("trainer data check: ",
                            printable(arguments.place),
                            " is a folder, so there is no configuration in which \"",
                            printable(arguments.overrides.front()),
                            "\" could be set; name a configuration, or leave the key out"));
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
        1);
    add_overrides(app, check.overrides);
  };
  command.check = [](const Arguments& arguments) { check_arguments(arguments.data_check); };
  return command;
}

}  // namespace trainer::cli
