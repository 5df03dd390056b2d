#include <algorithm>

#include <CLI/CLI.hpp>

#include <trainer/error.h>

#include "base/text.h"
#include "cli/catalogs.h"
#include "cli/command.h"
#include "cli/option_checks.h"
#include "cli/option_help.h"

namespace trainer::cli {
namespace {

std::string catalog_text(const Catalog& catalog) {
  std::size_t widest = 0;
  for (const Catalog::Item& item : catalog.items()) widest = std::max(widest, item.name.size());
  std::string text;
  for (const Catalog::Item& item : catalog.items()) {
    text += concat(item.name, std::string(widest + 2 - item.name.size(), ' '), item.help, "\n");
  }
  return text;
}

std::string item_text(const Catalog& catalog, const std::string& name) {
  const Catalog::Item* item = catalog.find(name);
  if (item == nullptr) {
    const std::string near = nearest(name, catalog.names());
    throw UsageError(concat("there is no ",
                            catalog.kind(),
                            " \"",
                            printable(name),
                            "\"",
                            near.empty() ? "" : concat("; did you mean \"", near, "\"?"),
                            "; known are ",
                            join(catalog.names(), ", ")));
  }
  const std::string options = item->table == nullptr ? "" : options_help(*item->table, "");
  return concat(
      item->name, ": ", item->help, "\n", options.empty() ? "  no options of its own\n" : options);
}

}  // namespace

Command list_command() {
  Command command;
  command.name = "list";
  command.summary = "what a configuration can name, with a line on each";
  command.usage = "models|transforms|optimizers|schedules|losses|datasets [NAME]";
  command.example = "trainer list optimizers sgd";
  command.define = [](CLI::App& app, Arguments& arguments) {
    add_choice(app,
               "KIND",
               arguments.list.kind,
               catalog_kinds(),
               concat("one of ", join(catalog_kinds(), ", ")));
    app.add_option("NAME", arguments.list.name, "show the options of this one")->type_name("");
  };
  command.check = [](const Arguments& arguments) {
    require_given(arguments.list.kind, "list", concat("one of ", join(catalog_kinds(), ", ")));
  };
  command.answer = [](const Arguments& arguments) {
    const Catalog& catalog = catalog_of(arguments.list.kind);
    return arguments.list.name.empty() ? catalog_text(catalog)
                                       : item_text(catalog, arguments.list.name);
  };
  return command;
}

}  // namespace trainer::cli
