#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <trainer/error.h>
#include <trainer/node.h>

namespace trainer {

/// A mistake at the place where something was written.
ConfigMistake mistake_at(const Position& at,
                         std::string key,
                         std::string message,
                         std::string hint = {});

/// Collects the mistakes of a configuration, so that all are told in one go.
class Mistakes {
 public:
  void add(const Position& at, std::string key, std::string message, std::string hint = {});
  /// Adds what was found at other places than the mistakes so far: a value that could not be
  /// interpolated is no good value either.
  void add_elsewhere(const Mistakes& later);
  bool empty() const { return list_.empty(); }
  /// Whether a mistake was found at `key` or at something inside of it.
  bool about(std::string_view key) const;
  const std::vector<ConfigMistake>& list() const { return list_; }

 private:
  std::vector<ConfigMistake> list_;
};

/// The texts that a configuration was read from: what a message shows of them.
class Sources {
 public:
  void add(std::string file, std::string text);
  /// Line `line` (from 1) of `file` without its end; empty where there is none.
  std::string line(std::string_view file, int line) const;
  /// The mistakes in the order of files and lines, each with its source line; beyond a hundred
  /// only their number.
  std::vector<ConfigMistake> explained(std::vector<ConfigMistake> mistakes) const;

 private:
  struct Source {
    std::string file;
    std::string text;
  };
  std::vector<Source> sources_;
};

/// `"fast"`, `a list of 3 values`, `a map`, `nothing`: what a message says was found.
std::string found_text(const Node& node);

}  // namespace trainer
