#include "config/yaml/yaml_builder.h"

#include <utility>

#include "base/text.h"
#include "config/yaml/yaml_reader.h"

namespace trainer {

Position YamlBuilder::position(const YAML::Mark& mark) const {
  return {file_, mark.line + 1, mark.column + 1};
}

void YamlBuilder::note(const Position& at, const std::string& message, const std::string& hint) {
  mistakes_.add(at, key_path(), message, hint);
}

void YamlBuilder::refuse(const Position& at, const std::string& message, const std::string& hint) {
  // The path of a value sixty levels down would hide the message.
  mistakes_.add(at, open_.size() < 8 ? key_path() : std::string(), message, hint);
  throw YamlUnusable();
}

std::string YamlBuilder::key_path() const {
  std::vector<std::string> parts;
  for (const Open& open : open_) {
    if (open.node.is_list()) {
      parts.push_back(concat(open.node.items.size()));
    } else if (open.has_key) {
      parts.push_back(open.key);
    }
  }
  return join(parts, ".");
}

/// Whether a value is tagged `!replace`; other tags are noted as mistakes.
bool YamlBuilder::replaces(const Position& at, const std::string& tag) {
  if (tag == "!replace") return true;
  if (!tag.empty() && tag != "?" && tag != "!") {
    note(at, concat("the tag ", printable(tag), " is not known"), "the only tag is !replace");
  }
  return false;
}

/// Offset of a scalar's own text, after tag, anchor and comments.
std::size_t YamlBuilder::scalar_start(std::size_t offset) const {
  const char* spaces = " \t\n";
  std::size_t at = text_.find_first_not_of(spaces, offset);
  while (at != std::string::npos && std::string_view("!&#").find(text_[at]) != std::string::npos) {
    at = text_.find_first_of(text_[at] == '#' ? "\n" : spaces, at);
    at = text_.find_first_not_of(spaces, at);
  }
  return at;
}

/// Whether the quotes that open at `start` close again: yaml-cpp takes the end of the file for the
/// closing one.
bool YamlBuilder::quotes_close(std::size_t start) const {
  const char quote = text_[start];
  for (std::size_t at = start + 1; at < text_.size(); ++at) {
    if (quote == '"' && text_[at] == '\\') {
      ++at;
    } else if (text_[at] == quote) {
      if (quote == '"' || at + 1 >= text_.size() || text_[at + 1] != quote) return true;
      ++at;
    }
  }
  return false;
}

/// yaml-cpp does not tell whether a tagged scalar was quoted: the text does.
void YamlBuilder::check_quotes(Node& node, const std::string& tag, std::size_t offset) {
  const std::size_t start = scalar_start(offset);
  const char first = start == std::string::npos ? '\0' : text_[start];
  const bool quotes = first == '"' || first == '\'';
  if (tag != "!") node.quoted = quotes || first == '|' || first == '>';
  if (node.text.empty() && !node.quoted) node.kind = NodeKind::null;
  if (quotes && node.quoted && !quotes_close(start)) {
    refuse(node.position, "the quotes that open here are never closed", "add the closing quote");
  }
}

void YamlBuilder::count(std::size_t nodes, const Position& at) {
  nodes_ += nodes;
  if (nodes_ > kMaxConfigNodes) {
    refuse(at,
           concat("too many values: a configuration has at most ",
                  kMaxConfigNodes,
                  ", aliases written out"));
  }
}

bool YamlBuilder::expects_key() const {
  return !open_.empty() && open_.back().node.is_map() && !open_.back().has_key;
}

void YamlBuilder::OnDocumentStart(const YAML::Mark& mark) {
  if (started_) {
    refuse(position(mark),
           "expected the end of the file, found a second document",
           "a configuration is one map of keys: remove `---`, or indent what follows the list");
  }
  started_ = true;
}

void YamlBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  Node node;
  node.position = position(mark);
  count(1, node.position);
  finish(std::move(node), anchor);
}

void YamlBuilder::OnScalar(const YAML::Mark& mark,
                           const std::string& tag,
                           YAML::anchor_t anchor,
                           const std::string& value) {
  Node node = Node::scalar(value, tag == "!");
  node.position = position(mark);
  count(1, node.position);
  if (value.find('\0') != std::string::npos) {
    note(node.position, "a text cannot contain a zero character");
    node.text = node.text.substr(0, value.find('\0'));
  }
  node.replace = replaces(node.position, tag);
  if (tag != "?") check_quotes(node, tag, static_cast<std::size_t>(mark.pos));
  finish(std::move(node), anchor);
}

void YamlBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  const Position at = position(mark);
  const auto found = anchors_.find(anchor);
  if (found == anchors_.end()) {
    refuse(
        at, "an alias stands inside of the value that it names", "a value cannot contain itself");
  }
  count(found->second.count, at);
  if (std::ssize(open_) + found->second.depth > kMaxConfigDepth) {
    refuse(at, concat("nested too deeply: at most ", kMaxConfigDepth, " levels"));
  }
  finish(found->second.node, 0);
}

void YamlBuilder::OnSequenceStart(const YAML::Mark& mark,
                                  const std::string& tag,
                                  YAML::anchor_t anchor,
                                  YAML::EmitterStyle::value) {
  Node node = Node::list();
  node.position = position(mark);
  node.replace = replaces(node.position, tag);
  open(std::move(node), anchor);
}

void YamlBuilder::OnMapStart(const YAML::Mark& mark,
                             const std::string& tag,
                             YAML::anchor_t anchor,
                             YAML::EmitterStyle::value) {
  Node node = Node::map();
  node.position = position(mark);
  node.replace = replaces(node.position, tag);
  open(std::move(node), anchor);
}

void YamlBuilder::open(Node node, YAML::anchor_t anchor) {
  count(1, node.position);
  if (std::ssize(open_) >= kMaxConfigDepth) {
    refuse(node.position, concat("nested too deeply: at most ", kMaxConfigDepth, " levels"));
  }
  Open entry;
  entry.node = std::move(node);
  entry.anchor = anchor;
  open_.push_back(std::move(entry));
}

void YamlBuilder::close() {
  Open done = std::move(open_.back());
  open_.pop_back();
  finish(std::move(done.node), done.anchor);
}

void YamlBuilder::finish(Node node, YAML::anchor_t anchor) {
  if (anchor != 0) {
    const std::size_t size = count_nodes(node);
    anchors_[anchor] = {node, size, depth_of(node)};
  }
  if (open_.empty()) {
    root_ = std::move(node);
    return;
  }
  if (expects_key()) {
    take_key(node);
    return;
  }
  Open& parent = open_.back();
  if (parent.node.is_list()) {
    parent.node.items.push_back(std::move(node));
    return;
  }
  if (!parent.drop) {
    parent.node.entries.push_back({parent.key, std::move(node), parent.key_position});
  }
  parent.has_key = false;
  parent.drop = false;
}

void YamlBuilder::take_key(const Node& node) {
  Open& map = open_.back();
  const auto drop = [&](const std::string& message, const std::string& hint = {}) {
    mistakes_.add(node.position, key_path(), message, hint);
    map.drop = true;
  };
  map.has_key = true;
  map.key = node.text;
  map.key_position = node.position;
  if (!node.is_scalar()) {
    map.key.assign(1, '?');
    drop(concat("expected a key, found ", found_text(node)), "a key is a word followed by `: `");
    return;
  }
  if (node.text == "<<" && !node.quoted) {
    drop("merge keys are not supported", "use `base: [file.yaml]`, or write the keys out");
    return;
  }
  if (const auto first = map.lines.find(node.text); first != map.lines.end()) {
    drop(
        concat(
            "the key is there twice, on line ", first->second, " and on line ", node.position.line),
        "keep one of them");
    return;
  }
  map.lines.emplace(node.text, node.position.line);
}

}  // namespace trainer
