#include "cli/option_checks.h"

#include <algorithm>
#include <charconv>

#include <CLI/CLI.hpp>

#include <trainer/error.h>

#include "base/text.h"

namespace trainer::cli {
namespace {

/// Without a description, which CLI11 would add to the type's name.
CLI::Validator validator(std::function<std::string(std::string&)> check) {
  return CLI::Validator(std::move(check), "");
}

}  // namespace

CLI::Option* add_choice(CLI::App& app,
                        const std::string& name,
                        std::string& value,
                        const std::vector<std::string>& choices,
                        const std::string& help) {
  CLI::Option* option = app.add_option(name, value, help)->type_name(join(choices, "|"));
  option->check(validator([choices](std::string& given) -> std::string {
    if (std::find(choices.begin(), choices.end(), given) != choices.end()) return {};
    const std::string near = nearest(given, choices);
    return concat("expected one of ",
                  join(choices, ", "),
                  ", got \"",
                  printable(given),
                  "\"",
                  near.empty() ? "" : concat("; did you mean \"", near, "\"?"));
  }));
  return option;
}

void require_whole_number(CLI::Option& option, std::int64_t min, std::int64_t max) {
  option.check(validator([min, max](std::string& given) -> std::string {
    std::int64_t value = 0;
    const char* end = given.data() + given.size();
    const auto [stop, error] = std::from_chars(given.data(), end, value);
    if (error == std::errc{} && stop == end && value >= min && value <= max) return {};
    return concat(
        "expected a whole number from ", min, " to ", max, ", got \"", printable(given), "\"");
  }));
}

void require_given(const std::string& value,
                   const std::string& command,
                   const std::string& option) {
  if (!value.empty()) return;
  throw UsageError(concat(
      "trainer ", command, " needs ", option, "; `trainer ", command, " --help` shows an example"));
}

void add_overrides(CLI::App& app, std::vector<std::string>& overrides) {
  // CLI11 takes no '=' in a name.
  app.add_option("overrides", overrides, "set a key of the configuration, such as train.epochs=3")
      ->type_name("")
      ->option_text("key=value");
}

void check_overrides(const std::vector<std::string>& overrides) {
  for (const std::string& given : overrides) {
    const std::size_t at = given.find('=');
    if (at != std::string::npos && at > 0) continue;
    throw UsageError(
        concat("expected key=value (such as train.epochs=3), got \"", printable(given), "\""));
  }
}

}  // namespace trainer::cli
