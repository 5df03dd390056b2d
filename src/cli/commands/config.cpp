#include <CLI/CLI.hpp>

#include <trainer/config.h>

#include "api/schema.h"
#include "cli/command.h"
#include "cli/option_checks.h"
#include "config/diff.h"
#include "config/json_schema.h"
#include "config/reference_page.h"

namespace trainer::cli {

Command config_show_command() {
  Command command;
  command.name = "config show";
  command.summary = "the resolved configuration: bases, overrides and defaults filled in";
  command.usage = "FILE [key=value ...]";
  command.example = "trainer config show resnet.yaml --origins";
  command.define = [](CLI::App& app, Arguments& arguments) {
    app.add_option("FILE", arguments.config_show.file, "a configuration")->type_name("");
    app.add_flag(
        "--origins", arguments.config_show.origins, "where each value comes from, as a comment");
    add_overrides(app, arguments.config_show.overrides);
  };
  command.check = [](const Arguments& arguments) {
    require_given(arguments.config_show.file, "config show", "FILE");
    check_overrides(arguments.config_show.overrides);
  };
  command.answer = [](const Arguments& arguments) {
    const ConfigShowArguments& show = arguments.config_show;
    return load_config(show.file, show.overrides).yaml(show.origins);
  };
  return command;
}

Command config_schema_command() {
  Command command;
  command.name = "config schema";
  command.summary = "JSON Schema of the configuration, for editors";
  command.example = "trainer config schema > trainer.schema.json";
  command.define = [](CLI::App&, Arguments&) {};
  command.answer = [](const Arguments&) { return schema_json(configuration_table()); };
  return command;
}

Command config_reference_command() {
  Command command;
  command.name = "config reference";
  command.summary = "every key with type, default and help, as a Markdown page";
  command.example = "trainer config reference > docs/configuration.md";
  command.define = [](CLI::App&, Arguments&) {};
  command.answer = [](const Arguments&) { return reference_page(configuration_table()); };
  return command;
}

Command config_diff_command() {
  Command command;
  command.name = "config diff";
  command.summary = "the keys in which two resolved configurations differ";
  command.usage = "A B";
  command.example = "trainer config diff runs/first/config.yaml resnet.yaml";
  command.define = [](CLI::App& app, Arguments& arguments) {
    app.add_option("A", arguments.config_diff.first, "a configuration")->type_name("");
    app.add_option("B", arguments.config_diff.second, "another one")->type_name("");
  };
  command.check = [](const Arguments& arguments) {
    require_given(arguments.config_diff.second, "config diff", "two files, A and B");
  };
  command.answer = [](const Arguments& arguments) {
    const Config first = load_config(arguments.config_diff.first);
    const Config second = load_config(arguments.config_diff.second);
    return diff_text(config_diff(configuration_table(), first.root(), second.root()));
  };
  return command;
}

}  // namespace trainer::cli
