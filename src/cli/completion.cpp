#include "cli/completion.h"

#include <cctype>

#include "api/schema.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/help.h"

namespace trainer::cli {
namespace {

/// What can follow at some place.
struct Candidates {
  std::vector<std::string> words;
  bool files = false;
};

/// From a type as the help shows it: `auto|never|PATH` is two words or a file.
Candidates candidates_of(const std::string& type) {
  Candidates candidates;
  for (const std::string& part : split(type, '|')) {
    if (part.empty()) continue;
    if (std::isupper(static_cast<unsigned char>(part.front())) == 0) {
      candidates.words.push_back(part);
    } else if (part == "FILE" || part == "DIR" || part == "PATH") {
      candidates.files = true;
    }
  }
  return candidates;
}

void add_keys(const OptionTable& table, const std::string& prefix, std::vector<std::string>& keys) {
  if (!table.variant_key().empty()) keys.push_back(concat(prefix, table.variant_key(), "="));
  for (const Option& option : table.options()) {
    const bool section = option.type.kind == OptionType::Kind::section;
    if (!section || !option.type.words.empty()) keys.push_back(concat(prefix, option.key, "="));
    if (section && option.type.table != nullptr) {
      add_keys(*option.type.table, concat(prefix, option.key, "."), keys);
    }
  }
}

std::string assignments(const Candidates& candidates) {
  return concat(
      "candidates=\"", join(candidates.words, " "), "\"", candidates.files ? "; files=yes" : "");
}

/// Cases for the values of options: `"fit:--resume"`.
std::string value_cases(const Command& command) {
  std::string text;
  for (const OptionFacts& option : option_facts(command)) {
    if (option.positional || !option.takes_value) continue;
    std::vector<std::string> patterns;
    for (const std::string& name : option.names) {
      patterns.push_back(concat("\"", command.name, ":", name, "\""));
    }
    text += concat("    ",
                   join(patterns, "|"),
                   ") ",
                   assignments(candidates_of(option.type)),
                   "; return ;;\n");
  }
  return text;
}

/// The case for everything else that can follow a command.
std::string command_case(const Command& command) {
  Candidates all;
  bool keys = false;
  for (const OptionFacts& option : option_facts(command)) {
    if (!option.positional) {
      all.words.push_back(option.names.back());
      continue;
    }
    const Candidates own = candidates_of(option.type);
    all.words.insert(all.words.end(), own.words.begin(), own.words.end());
    const bool is_key = option.names.front() == "key=value";
    keys = keys || is_key;
    all.files = all.files || (own.words.empty() && !is_key && option.names.front() != "NAME");
  }
  return concat("    \"",
                command.name,
                "\") ",
                assignments(all),
                keys ? "; keys=\"$_trainer_keys\"" : "",
                " ;;\n");
}

/// The common part of both scripts, in the common part of both languages: which command is being
/// typed, and what can follow. @…@ stand for what the command table says.
constexpr const char* kCommonPart = R"(_trainer_keys="@keys@"

_trainer_command() {
  local word
  chosen=""
  for word in "$@"; do
    case "$chosen $word" in
      @first words@) chosen=$word ;;
      @two words@) chosen="$chosen $word" ;;
      " --config"|" -c") chosen=fit ;;
    esac
  done
}

_trainer_candidates() {
  candidates="" keys="" files=""
  case "$1:$2" in
@values@  esac
  case "$1" in
    "") candidates="@commands@ --config --help --version" ;;
@options@  esac
}

)";

void fill(std::string& text, const std::string& mark, const std::string& value) {
  text.replace(text.find(mark), mark.size(), value);
}

std::string common_part() {
  std::vector<std::string> keys, first_patterns, pair_patterns;
  std::string values, options;
  add_keys(configuration_table(), "", keys);
  for (const Command& command : commands()) {
    values += value_cases(command);
    options += command_case(command);
  }
  for (const std::string& first : first_words()) {
    first_patterns.push_back(concat("\" ", first, "\""));
    const std::vector<std::string> seconds = second_words(first);
    for (const std::string& second : seconds) {
      pair_patterns.push_back(concat("\"", first, " ", second, "\""));
    }
    if (seconds.empty()) continue;
    options += concat("    \"", first, "\") ", assignments({seconds, false}), " ;;\n");
  }
  std::string text = kCommonPart;
  fill(text, "@keys@", join(keys, " "));
  fill(text, "@first words@", join(first_patterns, "|"));
  fill(text, "@two words@", join(pair_patterns, "|"));
  fill(text, "@values@", values);
  fill(text, "@commands@", join(first_words(), " "));
  fill(text, "@options@", options);
  return text;
}

}  // namespace

std::string bash_completion() {
  return concat("# Completion of trainer for bash; made by `trainer completion bash`.\n",
                common_part(),
                R"(_trainer() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
  local chosen candidates keys files
  [[ $cur == "=" || $prev == "=" ]] && return
  _trainer_command "${COMP_WORDS[@]:1:COMP_CWORD-1}"
  _trainer_candidates "$chosen" "$prev"
  mapfile -t COMPREPLY < <(compgen -W "$candidates" -- "$cur")
  if [[ -n $keys && $cur != -* ]]; then
    local matching
    mapfile -t matching < <(compgen -W "$keys" -- "$cur")
    if (( ${#matching[@]} )); then
      COMPREPLY+=("${matching[@]}")
      compopt -o nospace 2>/dev/null
    fi
  fi
  if [[ -n $files && $cur != -* ]]; then
    local found
    mapfile -t found < <(compgen -f -- "$cur")
    COMPREPLY+=("${found[@]}")
    compopt -o filenames 2>/dev/null
  fi
}
complete -F _trainer trainer
)");
}

std::string zsh_completion() {
  return concat(
      "#compdef trainer\n# Completion of trainer for zsh; made by `trainer completion zsh`.\n",
      common_part(),
      R"(_trainer() {
  local prev=${words[CURRENT-1]}
  local chosen candidates keys files
  _trainer_command "${(@)words[2,CURRENT-1]}"
  _trainer_candidates "$chosen" "$prev"
  [[ -n $candidates ]] && compadd -- ${=candidates}
  [[ -n $keys ]] && compadd -S '' -- ${=keys}
  [[ -n $files ]] && _files
}
if [[ ${funcstack[1]} == _trainer ]]; then
  _trainer "$@"
else
  compdef _trainer trainer
fi
)");
}

}  // namespace trainer::cli
