#pragma once
#include <memory>
#include <string>
#include <vector>

#include <trainer/node.h>

namespace trainer {

/// A resolved configuration: every key has its value and knows where that came from. Immutable;
/// copies share.
class Config {
 public:
  /// The whole tree, each node with its origin in `position.file`.
  const Node& root() const;
  /// The value at a dotted path such as `optimizer.lr`; throws UsageError on an unknown path.
  const Node& at(const std::string& path) const;
  /// As YAML that gives the same run when loaded again; with the origin of each value as a comment.
  std::string yaml(bool origins = false) const;
  /// As JSON, keys in the order of the schema.
  std::string json() const;

  struct Impl;
  explicit Config(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

/// Reads a YAML file with its bases, applies `overrides` (`train.epochs=3`) and checks everything
/// against the schema. Throws ConfigError with every mistake at once.
Config load_config(const std::string& path, const std::vector<std::string>& overrides = {});
/// The same from text; `name` stands for the file in messages, relative bases are refused.
Config parse_config(const std::string& text,
                    const std::string& name = "<text>",
                    const std::vector<std::string>& overrides = {});

}  // namespace trainer
