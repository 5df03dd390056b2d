#include "config/yaml/yaml_reader.h"

#include <algorithm>
#include <sstream>

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "base/text.h"
#include "config/yaml/yaml_builder.h"

namespace trainer {
namespace {

std::string_view line_of(std::string_view text, int line) {
  std::size_t start = 0;
  for (int at = 1; at < line; ++at) {
    start = text.find('\n', start);
    if (start == std::string_view::npos) return {};
    ++start;
  }
  return text.substr(start, text.find('\n', start) - start);
}

/// Column (from 1) of a tab in the indentation of a line, or 0.
int indentation_tab(std::string_view line) {
  const std::size_t indentation = std::min(line.find_first_not_of(" \t"), line.size());
  const std::size_t tab = line.substr(0, indentation).find('\t');
  return tab == std::string_view::npos ? 0 : static_cast<int>(tab) + 1;
}

/// yaml-cpp's words for the usual slips do not say what to do.
std::string syntax_hint(const std::string& problem) {
  const auto says = [&](const char* words) { return problem.find(words) != std::string::npos; };
  if (says("illegal map value") || says("map key") || says("simple key")) {
    return "is a key indented differently from its neighbours, or does a text with `: ` need "
           "quotes?";
  }
  if (says("EOF in scalar")) return "is a closing quote missing?";
  if (says("end of sequence flow") || says("end of map flow") || says("flow end") ||
      says("invalid flow")) {
    return "is a closing ] or } missing, or one too many?";
  }
  if (says("anchor is not defined"))
    return "an alias *name needs an earlier &name; quote a text "
           "that starts with *";
  if (says("unknown token")) return "quote a text that starts with @, ` or %";
  if (says("end of map") || says("end of sequence")) return "check the indentation";
  return {};
}

void add_syntax_mistake(const YAML::ParserException& error,
                        const std::string& text,
                        const std::string& file,
                        Mistakes& mistakes) {
  const bool placed = error.mark.line >= 0;
  Position at{file, placed ? error.mark.line + 1 : 1, placed ? error.mark.column + 1 : 1};
  for (const int line : {at.line, at.line - 1}) {
    if (const int column = indentation_tab(line_of(text, line)); line > 0 && column > 0) {
      mistakes.add({file, line, column},
                   "",
                   "a tab stands where spaces are needed",
                   "indent with spaces: YAML does not allow tabs there");
      return;
    }
  }
  const auto lines = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
  if (at.line > lines || (at.line == lines && line_of(text, lines).empty())) {
    at.line = std::max(1, lines - (text.ends_with('\n') ? 1 : 0));
    at.column = static_cast<int>(line_of(text, at.line).size()) + 1;
  }
  mistakes.add(
      at, "", concat("this is no valid YAML: ", printable(error.msg)), syntax_hint(error.msg));
}

/// yaml-cpp takes every line that starts with % for a directive, and drops it without a word.
bool refuse_directives(const std::string& text, const std::string& file, Mistakes& mistakes) {
  bool refused = false;
  int line = 0;
  for (std::size_t start = 0; start != std::string::npos; ++line) {
    if (line > 0) ++start;
    if (text.compare(start, 1, "%") == 0 && text.compare(start, 6, "%YAML ") != 0) {
      mistakes.add({file, line + 1, 1},
                   "",
                   "a line that starts with % is a directive",
                   "the only one is %YAML; quote a text that starts with %");
      refused = true;
    }
    start = text.find('\n', start);
  }
  return refused;
}

}  // namespace

std::optional<Node> read_yaml(const std::string& text,
                              const std::string& file,
                              Mistakes& mistakes) {
  if (refuse_directives(text, file, mistakes)) return std::nullopt;
  YamlBuilder builder(text, file, mistakes);
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YamlUnusable&) {
    return std::nullopt;
  } catch (const YAML::DeepRecursion& error) {
    mistakes.add({file, error.mark.line + 1, error.mark.column + 1},
                 "",
                 concat("nested too deeply: at most ", kMaxConfigDepth, " levels"));
    return std::nullopt;
  } catch (const YAML::ParserException& error) {
    add_syntax_mistake(error, text, file, mistakes);
    return std::nullopt;
  }
  return builder.take();
}

std::size_t count_nodes(const Node& node) {
  std::size_t count = 1;
  for (const Node& item : node.items) count += count_nodes(item);
  for (const NodeEntry& entry : node.entries) count += count_nodes(entry.value);
  return count;
}

int depth_of(const Node& node) {
  if (!node.is_list() && !node.is_map()) return 0;
  int deepest = 0;
  for (const Node& item : node.items) deepest = std::max(deepest, depth_of(item));
  for (const NodeEntry& entry : node.entries) deepest = std::max(deepest, depth_of(entry.value));
  return deepest + 1;
}

}  // namespace trainer
