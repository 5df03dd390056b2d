#include "cli/help.h"

#include <algorithm>

#include <CLI/CLI.hpp>

#include "base/text.h"
#include "cli/command_line.h"

namespace trainer::cli {
namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kHelpColumn = 30;

/// `text` from `column` on, wrapped at the width, without its first indent.
std::string wrapped(const std::string& text, std::size_t column) {
  std::string out;
  std::size_t used = column;
  for (const std::string& word : split(text, ' ')) {
    if (used > column && used + 1 + word.size() > kWidth) {
      out += concat("\n", std::string(column, ' '));
      used = column;
    } else if (used > column) {
      out += ' ';
      ++used;
    }
    out += word;
    used += word.size();
  }
  return out;
}

std::string row(const std::string& left, const std::string& help) {
  std::string text = concat("  ", left);
  text += text.size() + 2 > kHelpColumn ? concat("\n", std::string(kHelpColumn, ' '))
                                        : std::string(kHelpColumn - text.size(), ' ');
  return concat(text, wrapped(help, kHelpColumn), "\n");
}

std::string option_row(const OptionFacts& option) {
  std::string left = join(option.names, ", ");
  if (!option.positional && !option.type.empty()) left += concat(" ", option.type);
  const std::string fallback =
      option.fallback.empty() ? std::string() : concat(" [", option.fallback, "]");
  return row(left, option.help + fallback);
}

OptionFacts facts_of(const CLI::Option& option) {
  OptionFacts facts;
  facts.positional = option.get_positional();
  if (facts.positional) {
    const std::string& shown = option.get_option_text();
    facts.names.push_back(shown.empty() ? option.get_name(true) : shown);
  } else {
    for (const std::string& name : option.get_snames()) facts.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) facts.names.push_back("--" + name);
  }
  facts.takes_value = option.get_items_expected_max() > 0;
  if (facts.takes_value) facts.type = option.get_type_name();
  facts.fallback = option.get_default_str();
  facts.help = option.get_description();
  return facts;
}

std::vector<OptionFacts> facts_of(const CLI::App& app) {
  std::vector<OptionFacts> all;
  for (const CLI::Option* option : app.get_options()) all.push_back(facts_of(*option));
  return all;
}

std::vector<OptionFacts> own_facts(const Command& command) {
  Arguments arguments;
  CLI::App app;
  app.set_help_flag();
  command.define(app, arguments);
  return facts_of(app);
}

std::string rows(const std::string& title,
                 const std::vector<OptionFacts>& options,
                 bool positional) {
  std::string text;
  for (const OptionFacts& option : options) {
    if (option.positional == positional) text += option_row(option);
  }
  return text.empty() ? text : concat("\n", title, ":\n", text);
}

}  // namespace

std::vector<OptionFacts> global_option_facts() {
  Arguments arguments;
  CLI::App app;
  app.set_help_flag();
  define_global_options(app, arguments.global);
  return facts_of(app);
}

std::vector<OptionFacts> option_facts(const Command& command) {
  std::vector<OptionFacts> all = own_facts(command);
  for (OptionFacts& option : global_option_facts()) all.push_back(std::move(option));
  return all;
}

std::string command_help(const Command& command) {
  const std::vector<OptionFacts> own = own_facts(command);
  std::string text = concat("trainer ",
                            command.name,
                            ": ",
                            command.summary,
                            "\n\nUsage:\n  trainer ",
                            command.name,
                            command.usage.empty() ? "" : " ",
                            command.usage,
                            own.empty() ? "" : " [options]",
                            "\n");
  text += rows("Arguments", own, true);
  text += rows("Options", own, false);
  text += rows("Global options", global_option_facts(), false);
  if (command.details) text += concat("\n", command.details());
  return concat(text, "\nExample:\n  ", command.example, "\n");
}

std::string group_help(const std::string& first) {
  std::string text = concat("trainer ", first, ": one of these commands\n\n");
  for (const Command& command : commands()) {
    if (command.name.starts_with(first + " ")) text += row(command.name, command.summary);
  }
  return concat(text, "\n`trainer ", first, " COMMAND --help` shows a command's options.\n");
}

std::string program_help() {
  std::string text =
      "trainer: trains, evaluates and serves image classifiers\n\n"
      "Usage:\n"
      "  trainer --config FILE [key=value ...]    the same as `trainer fit --config FILE ...`\n"
      "  trainer COMMAND [options]\n\n"
      "Commands:\n";
  for (const Command& command : commands()) text += row(command.name, command.summary);
  text += rows("Global options", global_option_facts(), false);
  text +=
      "\nExit codes:\n"
      "  0 done   1 a bug in trainer   2 usage or configuration   3 data   4 checkpoint or "
      "weights\n"
      "  5 NaN or infinity   6 distributed failure   7 out of memory   75 stopped and saved: "
      "resume\n"
      "\nExample:\n"
      "  trainer --config resnet.yaml train.epochs=3\n"
      "\n`trainer COMMAND --help` shows a command's options.\n";
  return text;
}

}  // namespace trainer::cli
