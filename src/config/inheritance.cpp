#include "config/inheritance.h"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/text.h"
#include "config/yaml/source_text.h"
#include "config/yaml/yaml_reader.h"

namespace trainer {
namespace {

constexpr int kMaxFiles = 100;  // bases of bases can name each other twice at every level

class BaseReader {
 public:
  BaseReader(Mistakes& mistakes, Sources& sources) : mistakes_(mistakes), sources_(sources) {}

  bool complete() const { return complete_; }

  /// `at` and `key` say where the file was asked for.
  std::optional<Node> file(const std::string& path, const Position& at, const std::string& key) {
    if (++files_ > kMaxFiles) {
      if (files_ == kMaxFiles + 1) {
        mistakes_.add(at, key, concat("too many base files: at most ", kMaxFiles));
      }
      return std::nullopt;
    }
    std::optional<std::string> bytes = read_config_file(path, at, key, mistakes_);
    if (!bytes) return std::nullopt;
    open_.push_back(identity(path));
    std::optional<Node> tree =
        text(*std::move(bytes), path, std::filesystem::path(path).parent_path().string());
    open_.pop_back();
    return tree;
  }

  /// `folder` is what bases are relative to; without one they must be absolute.
  std::optional<Node> text(std::string bytes,
                           const std::string& name,
                           const std::optional<std::string>& folder) {
    const std::optional<std::string> decoded = decode_text(std::move(bytes), name, mistakes_);
    if (!decoded) return std::nullopt;
    sources_.add(name, *decoded);
    std::optional<Node> tree = read_yaml(*decoded, name, mistakes_);
    if (!tree) return std::nullopt;
    if (tree->is_null()) {
      mistakes_.add({name, 1, 1}, "", "the file has no keys", "is this the right file?");
      return std::nullopt;
    }
    return with_bases(*std::move(tree), folder);
  }

 private:
  static std::string identity(const std::string& path) {
    std::error_code error;
    const std::filesystem::path canonical = std::filesystem::canonical(path, error);
    return error ? path : canonical.string();
  }

  std::optional<Node> with_bases(Node tree, const std::optional<std::string>& folder) {
    const auto found = std::find_if(tree.entries.begin(),
                                    tree.entries.end(),
                                    [](const NodeEntry& entry) { return entry.key == "base"; });
    if (found == tree.entries.end()) return tree;
    const Node bases = std::move(found->value);
    tree.entries.erase(found);
    std::vector<Node> names = bases.items;
    if (bases.is_scalar()) names = {bases};
    if (!bases.is_scalar() && !bases.is_list()) {
      mistakes_.add(bases.position,
                    "base",
                    concat("expected a list of files, got ", found_text(bases)),
                    "write base: [file.yaml]");
    }
    Node merged = Node::map();
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string key = bases.is_list() ? concat("base.", i) : "base";
      std::optional<Node> base = base_file(names[i], key, folder);
      complete_ = complete_ && base;
      if (base) merged = merge(std::move(merged), *std::move(base), "", mistakes_);
    }
    return merge(std::move(merged), std::move(tree), "", mistakes_);
  }

  std::optional<Node> base_file(const Node& name,
                                const std::string& key,
                                const std::optional<std::string>& folder) {
    const auto refuse = [&](const std::string& message, const std::string& hint) {
      mistakes_.add(name.position, key, message, hint);
      return std::nullopt;
    };
    if (!name.is_scalar() || name.text.empty()) {
      return refuse(concat("expected the path of a file, got ", found_text(name)), {});
    }
    std::filesystem::path path = name.text;
    if (path.is_relative() && !folder) {
      return refuse("a relative path in a text that is no file", "write an absolute path");
    }
    if (path.is_relative()) path = std::filesystem::path(*folder) / path;
    const std::string text = path.lexically_normal().string();
    if (std::find(open_.begin(), open_.end(), identity(text)) != open_.end()) {
      return refuse(concat(printable(text), " inherits from itself"),
                    "take one of the two `base` lines out");
    }
    return file(text, name.position, key);
  }

  Mistakes& mistakes_;
  Sources& sources_;
  int files_ = 0;
  bool complete_ = true;
  std::vector<std::string> open_;  ///< the files being read, outermost first
};

}  // namespace

Node merge(Node base, Node child, const std::string& key, Mistakes& mistakes) {
  if (child.is_null() && !child.replace && !base.is_null()) {
    mistakes.add(child.position,
                 key,
                 concat("no value here, but ",
                        printable(base.position.file),
                        ":",
                        base.position.line,
                        " has one"),
                 "remove the line to keep that one, or write the new value");
    return base;
  }
  if (!base.is_map() || !child.is_map() || child.replace) return child;
  base.position = child.position;
  for (NodeEntry& entry : child.entries) {
    Node* old = base.find(entry.key);
    if (!old) {
      base.entries.push_back(std::move(entry));
      continue;
    }
    const std::string path = key.empty() ? entry.key : concat(key, ".", entry.key);
    Node merged = merge(std::move(*old), std::move(entry.value), path, mistakes);
    for (NodeEntry& kept : base.entries) {
      if (kept.key != entry.key) continue;
      kept.value = std::move(merged);
      kept.position = entry.position;
      break;
    }
  }
  return base;
}

std::optional<WrittenConfig> read_with_bases(const std::string& path,
                                             Mistakes& mistakes,
                                             Sources& sources) {
  BaseReader reader(mistakes, sources);
  std::optional<Node> tree = reader.file(path, {}, "");
  if (!tree) return std::nullopt;
  return WrittenConfig{*std::move(tree), reader.complete()};
}

std::optional<WrittenConfig> read_text_with_bases(const std::string& text,
                                                  const std::string& name,
                                                  Mistakes& mistakes,
                                                  Sources& sources) {
  if (text.size() > kMaxConfigBytes) {
    mistakes.add({name, 0, 0}, "", "a configuration has at most 1 MiB");
    return std::nullopt;
  }
  BaseReader reader(mistakes, sources);
  std::optional<Node> tree = reader.text(text, name, std::nullopt);
  if (!tree) return std::nullopt;
  return WrittenConfig{*std::move(tree), reader.complete()};
}

}  // namespace trainer
