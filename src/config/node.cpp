#include <algorithm>
#include <utility>

#include <trainer/node.h>

namespace trainer {

Node Node::scalar(std::string text, bool quoted) {
  Node node;
  node.kind = NodeKind::scalar;
  node.text = std::move(text);
  node.quoted = quoted;
  return node;
}

Node Node::list() {
  return list({});
}

Node Node::list(std::vector<Node> items) {
  Node node;
  node.kind = NodeKind::list;
  node.items = std::move(items);
  return node;
}

Node Node::map() {
  return map({});
}

Node Node::map(std::vector<NodeEntry> entries) {
  Node node;
  node.kind = NodeKind::map;
  node.entries = std::move(entries);
  return node;
}

const Node* Node::find(std::string_view key) const {
  const auto found = std::find_if(
      entries.begin(), entries.end(), [key](const NodeEntry& entry) { return entry.key == key; });
  return found == entries.end() ? nullptr : &found->value;
}

Node* Node::find(std::string_view key) {
  return const_cast<Node*>(std::as_const(*this).find(key));
}

Node& Node::set(std::string key, Node value) {
  if (Node* found = find(key)) return *found = std::move(value);
  Position at = value.position;
  entries.push_back({std::move(key), std::move(value), std::move(at)});
  return entries.back().value;
}

}  // namespace trainer
