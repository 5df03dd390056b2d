#include "config/interpolation.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "base/text.h"
#include "config/yaml/source_text.h"

namespace trainer {
namespace {

constexpr std::size_t kMaxValue = 64 * 1024;

bool is_name(std::string_view name) {
  const auto letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !name.empty() && letter(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) {
    return letter(c) || (c >= '0' && c <= '9');
  });
}

class Interpolator {
 public:
  Interpolator(const EnvironmentLookup& environment, Mistakes& mistakes)
      : environment_(environment), mistakes_(mistakes) {}

  void tree(Node& node, const std::string& key) {
    const auto inside = [&key](const auto& part) {
      return key.empty() ? concat(part) : concat(key, ".", part);
    };
    if (node.is_scalar() && node.text.find("${") != std::string::npos) scalar(node, key);
    for (std::size_t i = 0; i < node.items.size(); ++i) tree(node.items[i], inside(i));
    for (NodeEntry& entry : node.entries) {
      if (entry.key.find("${env:") != std::string::npos) {
        mistakes_.add(entry.position,
                      inside(entry.key),
                      "a key cannot come from the environment",
                      "only values can");
      }
      tree(entry.value, inside(entry.key));
    }
  }

 private:
  void scalar(Node& node, const std::string& key) {
    std::string text;
    std::string_view rest = node.text;
    for (;;) {
      const std::size_t at = rest.find("${");
      text += rest.substr(0, at);
      if (at == std::string_view::npos) break;
      const bool escaped = at > 0 && rest[at - 1] == '$';
      rest.remove_prefix(at + 2);
      if (escaped) {
        text += '{';
        continue;
      }
      node.quoted = false;
      const std::size_t end = rest.find('}');
      const std::optional<std::string> value = end == std::string_view::npos
                                                   ? unclosed(node, key)
                                                   : variable(rest.substr(0, end), node, key);
      if (!value) return;
      text += *value;
      rest.remove_prefix(end + 1);
    }
    node.text = std::move(text);
  }

  std::optional<std::string> unclosed(const Node& node, const std::string& key) {
    mistakes_.add(node.position,
                  key,
                  "${ without its }",
                  "write ${env:NAME} or ${env:NAME:-default}; $${ stands for ${");
    return std::nullopt;
  }

  std::optional<std::string> variable(std::string_view inner,
                                      const Node& node,
                                      const std::string& key) {
    const std::string written = concat("${", printable(inner), "}");
    const std::size_t split = inner.find(":-");
    const std::string_view head = inner.substr(0, split);
    const std::string name(head.starts_with("env:") ? head.substr(4) : std::string_view());
    if (!is_name(name)) {
      mistakes_.add(node.position,
                    key,
                    concat("cannot interpolate ", written),
                    "write ${env:NAME} or ${env:NAME:-default}; $${ stands for ${");
      return std::nullopt;
    }
    std::optional<std::string> value = environment_(name);
    const bool has_default = split != std::string_view::npos;
    if (has_default && (!value || value->empty())) return std::string(inner.substr(split + 2));
    if (!value) {
      mistakes_.add(node.position,
                    key,
                    concat("the environment variable ", name, " is not set"),
                    concat("set it, or give a default: ${env:", name, ":-value}"));
      return std::nullopt;
    }
    if (value->size() > kMaxValue || find_bad_text(*value) != std::string::npos) {
      mistakes_.add(
          node.position,
          key,
          concat("the environment variable ", name, " is no short text (64 KiB of UTF-8 at most)"));
      return std::nullopt;
    }
    return value;
  }

  const EnvironmentLookup& environment_;
  Mistakes& mistakes_;
};

}  // namespace

std::optional<std::string> process_environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value ? std::optional<std::string>(value) : std::nullopt;
}

void interpolate(Node& root, const EnvironmentLookup& environment, Mistakes& mistakes) {
  Interpolator(environment, mistakes).tree(root, "");
}

}  // namespace trainer
