#include "config/mistakes.h"

#include <algorithm>
#include <tuple>

#include "base/text.h"

namespace trainer {

ConfigMistake mistake_at(const Position& at,
                         std::string key,
                         std::string message,
                         std::string hint) {
  ConfigMistake mistake;
  mistake.file = at.file;
  mistake.line = at.line;
  mistake.column = at.column;
  mistake.key = std::move(key);
  mistake.message = std::move(message);
  mistake.hint = std::move(hint);
  return mistake;
}

void Mistakes::add(const Position& at, std::string key, std::string message, std::string hint) {
  list_.push_back(mistake_at(at, std::move(key), std::move(message), std::move(hint)));
}

void Mistakes::add_elsewhere(const Mistakes& later) {
  const std::vector<ConfigMistake> before = list_;
  for (const ConfigMistake& mistake : later.list_) {
    const bool same_place = std::any_of(before.begin(), before.end(), [&](const auto& old) {
      return old.line > 0 && old.file == mistake.file && old.line == mistake.line &&
             old.column == mistake.column;
    });
    if (!same_place) list_.push_back(mistake);
  }
}

bool Mistakes::about(std::string_view key) const {
  return std::any_of(list_.begin(), list_.end(), [key](const ConfigMistake& mistake) {
    const std::string& at = mistake.key;
    return at.starts_with(key) && (at.size() == key.size() || at[key.size()] == '.');
  });
}

void Sources::add(std::string file, std::string text) {
  sources_.push_back({std::move(file), std::move(text)});
}

std::string Sources::line(std::string_view file, int line) const {
  if (line < 1) return {};
  for (const Source& source : sources_) {
    if (source.file != file) continue;
    std::size_t start = 0;
    for (int at = 1; at < line; ++at) {
      start = source.text.find('\n', start);
      if (start == std::string::npos) return {};
      ++start;
    }
    return source.text.substr(start, source.text.find('\n', start) - start);
  }
  return {};
}

std::vector<ConfigMistake> Sources::explained(std::vector<ConfigMistake> mistakes) const {
  constexpr std::size_t kShown = 100;
  const auto rank = [this](const ConfigMistake& mistake) {
    const auto found = std::find_if(sources_.begin(), sources_.end(), [&](const Source& source) {
      return source.file == mistake.file;
    });
    return std::make_tuple(found - sources_.begin(), mistake.line, mistake.column);
  };
  std::stable_sort(mistakes.begin(), mistakes.end(), [&](const auto& a, const auto& b) {
    return rank(a) < rank(b);
  });
  const std::size_t count = mistakes.size();
  if (count > kShown) mistakes.resize(kShown);
  for (ConfigMistake& mistake : mistakes) {
    if (mistake.source.empty()) mistake.source = line(mistake.file, mistake.line);
  }
  if (count > kShown) {
    ConfigMistake rest;
    rest.message = concat("and ", count - kShown, " more mistakes");
    mistakes.push_back(std::move(rest));
  }
  return mistakes;
}

std::string found_text(const Node& node) {
  constexpr std::size_t kShown = 60;
  switch (node.kind) {
    case NodeKind::null:
      return "nothing";
    case NodeKind::list:
      return concat("a list of ", counted(std::ssize(node.items), "value"));
    case NodeKind::map:
      return "a map";
    case NodeKind::scalar:
      break;
  }
  const bool long_text = node.text.size() > kShown;
  return concat("\"", printable(node.text.substr(0, kShown)), long_text ? "…" : "", "\"");
}

}  // namespace trainer
