#pragma once
#include <cstddef>
#include <exception>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/mark.h>

#include <trainer/node.h>

#include "config/mistakes.h"

namespace trainer {

/// Ends parsing after a mistake that leaves nothing to go on with; the mistake is already noted.
struct YamlUnusable : std::exception {};

/// Builds a tree from yaml-cpp's events, with own limits: its own tree shares aliased nodes, keeps
/// duplicate keys and can contain itself.
class YamlBuilder : public YAML::EventHandler {
 public:
  YamlBuilder(const std::string& text, std::string file, Mistakes& mistakes)
      : text_(text), file_(std::move(file)), mistakes_(mistakes) {}

  Node take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark,
                const std::string& tag,
                YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark,
                       const std::string& tag,
                       YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark,
                  const std::string& tag,
                  YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override { close(); }

 private:
  /// A list or map that is still being read.
  struct Open {
    Node node;
    YAML::anchor_t anchor = 0;
    bool has_key = false;  ///< of a map: the next value belongs to `key`
    bool drop = false;     ///< … but is not kept, since the key was wrong
    std::string key;
    Position key_position;
    std::unordered_map<std::string, int> lines;  ///< of the keys so far
  };
  struct Anchored {
    Node node;
    std::size_t count = 1;
    int depth = 0;
  };

  Position position(const YAML::Mark& mark) const;
  [[noreturn]] void refuse(const Position& at,
                           const std::string& message,
                           const std::string& hint = {});
  void note(const Position& at, const std::string& message, const std::string& hint = {});
  std::string key_path() const;
  bool replaces(const Position& at, const std::string& tag);
  std::size_t scalar_start(std::size_t offset) const;
  bool quotes_close(std::size_t start) const;
  void check_quotes(Node& node, const std::string& tag, std::size_t offset);
  void count(std::size_t nodes, const Position& at);
  void open(Node node, YAML::anchor_t anchor);
  void close();
  void finish(Node node, YAML::anchor_t anchor);
  void take_key(const Node& node);
  bool expects_key() const;

  const std::string& text_;
  std::string file_;
  Mistakes& mistakes_;
  bool started_ = false;
  std::size_t nodes_ = 0;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Anchored> anchors_;
  Node root_;
};

}  // namespace trainer
