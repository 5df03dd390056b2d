#include "config/overrides.h"

#include <charconv>
#include <optional>

#include "base/text.h"
#include "config/values/scalars.h"
#include "config/yaml/source_text.h"
#include "config/yaml/yaml_reader.h"

namespace trainer {
namespace {

constexpr const char* kCommandLine = "command line";

/// One override while it is applied.
struct Override {
  std::string key;
  Position at;
  Mistakes& mistakes;

  void refuse(const std::string& message, const std::string& hint = {}) const {
    mistakes.add(at, key, message, hint);
  }
};

void shift(Node& node, int line, int columns) {
  const auto place = [&](Position& position) {
    if (position.line == 1) position.column += columns;
    position.line = line;
  };
  place(node.position);
  for (Node& item : node.items) shift(item, line, columns);
  for (NodeEntry& entry : node.entries) {
    place(entry.position);
    shift(entry.value, line, columns);
  }
}

std::optional<Node> read_override_value(const std::string& text, const Override& override) {
  const bool structured = text.find_first_of("'\"[{") == 0;
  if (!structured && text.find(" #") != std::string::npos) {
    override.refuse("what follows ` #` would be a comment", "put the value in quotes");
    return std::nullopt;
  }
  Mistakes own;
  std::optional<Node> value = read_yaml(text, kCommandLine, own);
  const int columns = override.at.column + static_cast<int>(override.key.size());
  for (const ConfigMistake& mistake : own.list()) {
    override.mistakes.add({kCommandLine, override.at.line, mistake.column + columns},
                          override.key,
                          mistake.message,
                          mistake.hint);
  }
  if (!value) return std::nullopt;
  if (value->position.line == 0) value->position = {kCommandLine, 1, 1};
  shift(*value, override.at.line, columns);
  return value;
}

/// The value that the next part of the key names, made where it may be; null after a mistake.
Node* step_into(Node& node,
                const std::string& part,
                const std::string& so_far,
                const Override& override) {
  const Reading<std::int64_t> index = read_integer(part);
  if (node.is_list()) {
    const auto count = std::ssize(node.items);
    if (!index.value || *index.value < 0 || *index.value >= count) {
      override.refuse(concat(so_far,
                             " is a list of ",
                             counted(count, "value"),
                             ", and \"",
                             printable(part),
                             "\" is none of them"),
                      count > 0 ? concat("its items are 0 to ", count - 1) : std::string());
      return nullptr;
    }
    return &node.items[static_cast<std::size_t>(*index.value)];
  }
  if (node.is_scalar()) {
    override.refuse(concat(so_far, " is ", found_text(node), " and has no keys inside"),
                    concat("write ", so_far, "={…}"));
    return nullptr;
  }
  if (node.is_null()) {
    node = Node::map();
    node.position = override.at;
  }
  if (Node* found = node.find(part)) return found;
  if (index.value) {
    override.refuse(concat(so_far, " is no list that was written in the file"),
                    concat("write ", so_far, "=[…]"));
    return nullptr;
  }
  node.entries.push_back({part, Node(), override.at});
  node.entries.back().value.position = override.at;
  return &node.entries.back().value;
}

void apply(Node& root, const Override& override, const std::string& text) {
  const std::vector<std::string> parts = split(override.key, '.');
  if (parts.size() > static_cast<std::size_t>(kMaxConfigDepth)) {
    override.refuse(concat("nested too deeply: at most ", kMaxConfigDepth, " levels"));
    return;
  }
  if (parts[0] == "base") {
    override.refuse("base cannot be set on the command line", "write it into the file");
    return;
  }
  std::optional<Node> value = read_override_value(text, override);
  if (!value) return;
  Node* node = &root;
  std::string so_far;
  for (const std::string& part : parts) {
    if (part.empty()) {
      override.refuse("a key has an empty part", "write it as section.key=value");
      return;
    }
    node = step_into(*node, part, so_far, override);
    if (!node) return;
    so_far = so_far.empty() ? part : concat(so_far, ".", part);
  }
  *node = *std::move(value);
  if (parts.size() < 2) {
    for (NodeEntry& entry : root.entries) {
      if (entry.key == override.key) entry.position = override.at;
    }
  }
}

}  // namespace

void apply_overrides(Node& root,
                     const std::vector<std::string>& overrides,
                     Mistakes& mistakes,
                     Sources& sources) {
  if (overrides.empty()) return;
  std::string all;
  for (const std::string& text : overrides) {
    std::string line = text;
    for (char& c : line) {
      if (c == '\n') c = ' ';
    }
    all += line + "\n";
  }
  sources.add(kCommandLine, all);
  int line = 0;
  for (const std::string& text : overrides) {
    const Position at{kCommandLine, ++line, 1};
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      mistakes.add(at, "", concat("expected key=value, got \"", printable(text), "\""));
      continue;
    }
    const Override override{text.substr(0, equals), at, mistakes};
    if (find_bad_text(text) != std::string::npos) {
      override.refuse("a control character or a byte that is no UTF-8");
      continue;
    }
    if (text.size() > kMaxConfigBytes) {
      override.refuse("a configuration has at most 1 MiB");
      continue;
    }
    apply(root, override, text.substr(equals + 1));
  }
}

}  // namespace trainer
