#include "config/yaml/yaml_writer.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>
#include <vector>

#include "base/text.h"
#include "config/values/scalars.h"

namespace trainer {
namespace {

constexpr std::size_t kWidth = 100;

bool is_alphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Deliberately narrow: what is left out is quoted, which is always right.
bool can_stand_plain(std::string_view text) {
  if (text.empty() || text.back() == ' ') return false;
  const char first = text.front();
  const bool negative =
      first == '-' && text.size() > 1 && (text[1] == '.' || is_alphanumeric(text[1]));
  if (!is_alphanumeric(first) && first != '_' && first != '/' && first != '.' && !negative) {
    return false;
  }
  if (text.substr(0, 3) == "...") return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return is_alphanumeric(c) || std::string_view("_./+-% =").find(c) != std::string_view::npos;
  });
}

std::string double_quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte == 0x7F) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\x%02x", byte);
      out += escape;
    } else {
      out += c;
    }
  }
  return out + '"';
}

/// `${` would be read as an interpolation.
std::string without_interpolation(std::string text) {
  for (std::size_t at = text.find("${"); at != std::string::npos; at = text.find("${", at + 3)) {
    text.insert(at, 1, '$');
  }
  return text;
}

std::string scalar_yaml(const Node& node) {
  const std::string text = without_interpolation(node.text);
  if (!node.quoted && can_stand_plain(text)) return text;
  const bool has_control = std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7F;
  });
  if (has_control || text.find('\'') != std::string::npos) return double_quoted(text);
  return concat("'", text, "'");
}

std::string key_yaml(const std::string& key) {
  return can_stand_plain(key) && !needs_quotes(key) ? key : double_quoted(key);
}

std::string origin_text(const Position& position) {
  if (position.line > 0 && position.file != "command line") {
    return concat(printable(position.file), ":", position.line);
  }
  return printable(position.file);
}

class BlockWriter {
 public:
  explicit BlockWriter(bool origins) : origins_(origins) {}

  /// `continued`: the first key goes on with the line that is being written.
  void map(const Node& node, std::size_t indent, bool in_list, bool continued = false) {
    for (const NodeEntry& entry : node.entries) {
      if (!continued) text_ += std::string(indent, ' ');
      continued = false;
      value(concat(key_yaml(entry.key), ":"), entry.value, indent, in_list);
    }
  }

  std::string take() { return std::move(text_); }

 private:
  /// What follows `head` (a key or a dash): on its line where it fits, else below it. Sections
  /// always stand below, options of components only where they must.
  void value(const std::string& head, const Node& node, std::size_t indent, bool in_list) {
    const std::string line = concat(head, " ", flow_yaml(node));
    const bool collection = !node.items.empty() || !node.entries.empty();
    const bool section = node.is_map() && collection && !in_list;
    if (!section && (!collection || indent + line.size() <= kWidth)) {
      text_ += line;
      end_line(node.position);
    } else if (node.is_map() && head == "-") {
      text_ += "- ";
      map(node, indent + 2, true, true);
    } else {
      text_ += head;
      if (section || node.is_map()) {
        text_ += '\n';
      } else {
        end_line(node.position);
      }
      below(node, indent + 2, in_list);
    }
  }

  void below(const Node& node, std::size_t indent, bool in_list) {
    if (node.is_map()) {
      map(node, indent, in_list);
      return;
    }
    for (const Node& item : node.items) {
      text_ += std::string(indent, ' ');
      value("-", item, indent, true);
    }
  }

  void end_line(const Position& position) {
    if (origins_) text_ += concat("  # ", origin_text(position));
    text_ += '\n';
  }

  bool origins_;
  std::string text_;
};

}  // namespace

bool needs_quotes(std::string_view text) {
  static constexpr std::array kWords = {
      "", "~", "null", "none", "true", "false", "yes", "no", "on", "off", "y", "n"};
  if (!can_stand_plain(text)) return true;
  if (std::find(kWords.begin(), kWords.end(), lower_case(text)) != kWords.end()) return true;
  return looks_like_number(text);
}

std::string flow_yaml(const Node& node) {
  std::vector<std::string> parts;
  switch (node.kind) {
    case NodeKind::null:
      return "null";
    case NodeKind::scalar:
      return scalar_yaml(node);
    case NodeKind::list:
      for (const Node& item : node.items) parts.push_back(flow_yaml(item));
      return concat("[", join(parts, ", "), "]");
    case NodeKind::map:
      for (const NodeEntry& entry : node.entries) {
        parts.push_back(concat(key_yaml(entry.key), ": ", flow_yaml(entry.value)));
      }
      return concat("{", join(parts, ", "), "}");
  }
  return {};
}

std::string block_yaml(const Node& root, bool origins) {
  if (root.entries.empty()) return "{}\n";
  BlockWriter writer(origins);
  writer.map(root, 0, false);
  return writer.take();
}

}  // namespace trainer
