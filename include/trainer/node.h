#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trainer {

/// Where a value was written. Lines and columns count from 1; 0 means "no position".
struct Position {
  std::string file;  ///< path as given, `command line` (line = its argument), `default`, or empty
  int line = 0;
  int column = 0;
};

enum class NodeKind { null, scalar, list, map };

struct NodeEntry;

/// One value of a configuration as it was written, with its place: the parsed YAML before it
/// means anything. Plain data; copies are deep.
struct Node {
  NodeKind kind = NodeKind::null;
  std::string text;                ///< a scalar's text, unquoted
  bool quoted = false;             ///< the scalar stood in quotes: always a string
  bool replace = false;            ///< tagged `!replace`: inheritance replaces it whole
  std::vector<Node> items;         ///< of a list
  std::vector<NodeEntry> entries;  ///< of a map, in written order
  Position position;

  static Node scalar(std::string text, bool quoted = false);
  static Node list();
  static Node list(std::vector<Node> items);
  static Node map();
  static Node map(std::vector<NodeEntry> entries);

  bool is_null() const { return kind == NodeKind::null; }
  bool is_scalar() const { return kind == NodeKind::scalar; }
  bool is_list() const { return kind == NodeKind::list; }
  bool is_map() const { return kind == NodeKind::map; }

  /// The value under `key`, or null when this is no map or has no such key.
  const Node* find(std::string_view key) const;
  Node* find(std::string_view key);
  /// Sets or appends `key` in a map.
  Node& set(std::string key, Node value);
};

struct NodeEntry {
  std::string key;
  Node value;
  Position position;  ///< of the key
};

}  // namespace trainer
