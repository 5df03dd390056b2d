#include "cli/command_line.h"

#include <algorithm>

#include <CLI/CLI.hpp>

#include <trainer/error.h>

#include "base/log.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/help.h"
#include "cli/option_checks.h"
#include "cli/version.h"

namespace trainer::cli {
namespace {

using Words = std::vector<std::string>;

bool is_option(const std::string& word) {
  return word.size() > 1 && word.front() == '-';
}

/// Where the command stands: after global options and the value of `--color`.
std::size_t command_position(const Words& words) {
  std::size_t at = 0;
  while (at < words.size() && is_option(words[at])) at += words[at] == "--color" ? 2 : 1;
  return std::min(at, words.size());
}

bool names_configuration(const Words& words) {
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word == "--config" || word == "-c" || word.starts_with("--config=");
  });
}

[[noreturn]] void refuse_command(const std::string& what,
                                 const std::string& given,
                                 const Words& known) {
  const std::string near = nearest(given, known);
  throw UsageError(concat("expected ",
                          what,
                          " (",
                          join(known, ", "),
                          "), got \"",
                          printable(given),
                          "\"",
                          near.empty() ? "" : concat("; did you mean \"", near, "\"?"),
                          "; see `trainer --help`"));
}

/// Global options may stand before the command; what else stands there is a mistake.
void refuse_unknown_options(const Words& words, std::size_t end) {
  Words names = {"--config"};
  for (const OptionFacts& option : global_option_facts()) {
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  for (std::size_t i = 0; i < end; ++i) {
    const std::string name = words[i].substr(0, words[i].find('='));
    if (!is_option(name) || std::find(names.begin(), names.end(), name) != names.end()) continue;
    const std::string near = nearest(name, names);
    throw UsageError(concat("trainer does not know \"",
                            printable(name),
                            "\" before a command",
                            near.empty() ? "" : concat("; did you mean ", near, "?"),
                            "; see `trainer --help`"));
  }
}

/// Takes the command's words out of `words`, gives the command, or null with `reply` set.
const Command* take_command(Words& words, std::string& reply) {
  const std::size_t at = command_position(words);
  const Words firsts = first_words();
  const bool bare =
      at == words.size() || std::find(firsts.begin(), firsts.end(), words[at]) == firsts.end();
  if (bare && names_configuration(words)) {
    const bool meant_as_command =
        at < words.size() && words[at].find('=') == std::string::npos &&
        !names_configuration({words.begin(), words.begin() + static_cast<std::ptrdiff_t>(at)});
    if (meant_as_command) refuse_command("a command", words[at], firsts);
    return find_command("fit");
  }
  for (std::size_t i = 0; i < at; ++i) {
    if (words[i] == "--help" || words[i] == "-h") reply = program_help();
    if (words[i] == "--version") reply = version_line();
  }
  if (!reply.empty()) return nullptr;
  refuse_unknown_options(words, at);
  if (at == words.size()) {
    throw UsageError("expected a command or --config FILE; see `trainer --help`");
  }
  const std::string first = words[at];
  if (bare) refuse_command("a command", first, firsts);
  words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
  const Words seconds = second_words(first);
  if (seconds.empty()) return find_command(first);
  if (at == words.size()) {
    throw UsageError(concat("trainer ",
                            first,
                            " needs one of ",
                            join(seconds, ", "),
                            "; see `trainer ",
                            first,
                            " --help`"));
  }
  const std::string second = words[at];
  if (second == "--help" || second == "-h") {
    reply = group_help(first);
    return nullptr;
  }
  if (std::find(seconds.begin(), seconds.end(), second) == seconds.end()) {
    refuse_command(concat("one of the commands of `trainer ", first, "`"), second, seconds);
  }
  words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
  return find_command(concat(first, " ", second));
}

std::string mistake_text(const CLI::App& app, const CLI::ParseError& error) {
  const std::string what = error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return what;
  const std::string name = what.substr(0, what.find(':'));
  const CLI::Option* option = app.get_option_no_throw(name);
  const bool repeated = option != nullptr && option->count() > 1;
  return concat(name, repeated ? " is there more than once; keep one of them" : " needs a value");
}

void refuse_leftovers(const Command& command, const Words& leftovers) {
  Words names;
  for (const OptionFacts& option : option_facts(command)) {
    if (!option.positional) names.insert(names.end(), option.names.begin(), option.names.end());
  }
  const std::string& first = leftovers.front();
  const std::string near =
      is_option(first) ? nearest(first.substr(0, first.find('=')), names) : std::string();
  throw UsageError(concat("trainer ",
                          command.name,
                          " does not know \"",
                          printable(first),
                          "\"",
                          near.empty() ? "" : concat("; did you mean ", near, "?"),
                          "; see `trainer ",
                          command.name,
                          " --help`"));
}

}  // namespace

void define_global_options(CLI::App& app, GlobalArguments& arguments) {
  app.add_flag("-q,--quiet", arguments.quiet, "only warnings and errors on stderr");
  app.add_flag("-v,--verbose", arguments.verbose, "also details on stderr");
  add_choice(app,
             "--color",
             arguments.color,
             {"auto", "always", "never"},
             "colour on stderr; auto: on a terminal, unless NO_COLOR is set")
      ->capture_default_str();
  app.add_flag("--version", arguments.version, "the version");
  app.add_flag("-h,--help", arguments.help, "this help");
}

void apply_global_arguments(const GlobalArguments& arguments) {
  set_log_level(arguments.quiet     ? LogLevel::warning
                : arguments.verbose ? LogLevel::debug
                                    : LogLevel::info);
  set_color_mode(arguments.color == "always"  ? ColorMode::always
                 : arguments.color == "never" ? ColorMode::never
                                              : ColorMode::automatic);
}

CommandLine parse_command_line(std::vector<std::string> words) {
  CommandLine line;
  const Command* command = take_command(words, line.reply);
  if (command == nullptr) return line;
  line.arguments.command = command->name;
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  command->define(app, line.arguments);
  define_global_options(app, line.arguments.global);
  const GlobalArguments& global = line.arguments.global;
  try {
    std::reverse(words.begin(), words.end());
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    // A help that is asked for on a command line with mistakes is still the answer to them.
    if (app.get_option("--help")->count() > 0) {
      line.reply = command_help(*command);
      return line;
    }
    throw UsageError(concat("trainer ",
                            command->name,
                            ": ",
                            mistake_text(app, error),
                            "; see `trainer ",
                            command->name,
                            " --help`"));
  }
  if (global.help) line.reply = command_help(*command);
  if (global.version) line.reply = version_line();
  if (!line.reply.empty()) return line;
  if (const Words leftovers = app.remaining(); !leftovers.empty()) {
    refuse_leftovers(*command, leftovers);
  }
  if (global.quiet && global.verbose) {
    throw UsageError("--quiet and --verbose exclude each other");
  }
  if (command->check) command->check(line.arguments);
  return line;
}

}  // namespace trainer::cli
