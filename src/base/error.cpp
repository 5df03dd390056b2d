#include <algorithm>

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {
namespace {

/// The source line cut to a readable width around the column, and a caret under it.
std::string pointed(const std::string& source, int column) {
  constexpr std::size_t kWidth = 110;
  std::size_t at = column > 0 ? static_cast<std::size_t>(column - 1) : 0;
  at = std::min(at, source.size());
  const std::size_t start = at > kWidth - 20 ? at - (kWidth - 20) : 0;
  std::string text = printable(source.substr(start, kWidth));
  const std::size_t caret = printable(source.substr(start, at - start)).size();
  return concat("    ", text, "\n    ", std::string(caret, ' '), "^");
}

std::string describe(const std::vector<ConfigMistake>& mistakes) {
  std::string text;
  for (const ConfigMistake& mistake : mistakes) {
    if (!text.empty()) text += "\n";
    // A default stands nowhere that a user could look.
    if (!mistake.file.empty() && (mistake.line > 0 || mistake.file != "default")) {
      text += printable(mistake.file);
      if (mistake.line > 0) text += concat(":", mistake.line, ":", mistake.column);
      text += ": ";
    }
    if (!mistake.key.empty()) text += concat(printable(mistake.key), ": ");
    text += mistake.message;
    if (!mistake.hint.empty()) text += concat("; ", mistake.hint);
    if (!mistake.source.empty()) text += concat("\n", pointed(mistake.source, mistake.column));
  }
  return text;
}

}  // namespace

ConfigError::ConfigError(std::vector<ConfigMistake> mistakes)
    : Error(ExitCode::usage, describe(mistakes)), mistakes_(std::move(mistakes)) {}

ConfigError::ConfigError(ConfigMistake mistake)
    : ConfigError(std::vector<ConfigMistake>{std::move(mistake)}) {}

void fail_assertion(const char* condition, const char* file, int line, const std::string& detail) {
  throw InternalError(concat("a bug in trainer: ",
                             detail,
                             " (",
                             condition,
                             " does not hold, ",
                             file,
                             ":",
                             line,
                             "); please report it with this message"));
}

}  // namespace trainer
