#include "data/tar/shard_paths.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include <glob.h>
#include <sys/stat.h>

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {
namespace {

constexpr std::size_t kMaxShards = 100'000;

[[noreturn]] void fail(const std::string& pattern, const std::string& problem) {
  throw DataError(concat(printable(pattern),
                         ": ",
                         problem,
                         "; expected a tar file, a folder with *.tar, or a pattern such as "
                         "shards/train-{000..009}.tar or shards/train-*.tar"),
                  pattern);
}

std::optional<long long> number_of(std::string_view text) {
  long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

/// The texts that the inside of one pair of braces stands for.
std::vector<std::string> choices_of(const std::string& inside, const std::string& pattern) {
  const std::size_t dots = inside.find("..");
  if (dots == std::string::npos) return split(inside, ',');
  const std::string first_text = inside.substr(0, dots);
  const auto first = number_of(first_text), last = number_of(inside.substr(dots + 2));
  if (!first || !last || *last < *first) {
    fail(pattern, concat("expected a range such as {000..009}, found {", printable(inside), "}"));
  }
  if (static_cast<unsigned long long>(*last - *first) >= kMaxShards) {
    fail(pattern, concat("it means more than ", kMaxShards, " files"));
  }
  std::vector<std::string> choices;
  for (long long i = *first; i <= *last; ++i) {
    const std::string digits = concat(i);
    const std::size_t width = std::max(first_text.size(), digits.size());
    choices.push_back(std::string(width - digits.size(), '0') + digits);
  }
  return choices;
}

std::vector<std::string> expand_braces(const std::string& pattern) {
  std::vector<std::string> expanded = {""};
  std::size_t at = 0;
  while (at < pattern.size()) {
    const std::size_t open = pattern.find('{', at);
    const std::string before = pattern.substr(at, open - at);
    for (std::string& text : expanded) text += before;
    if (open == std::string::npos) break;
    const std::size_t close = pattern.find('}', open);
    if (close == std::string::npos) fail(pattern, "a brace is not closed");
    const auto choices = choices_of(pattern.substr(open + 1, close - open - 1), pattern);
    if (choices.size() * expanded.size() > kMaxShards) {
      fail(pattern, concat("it means more than ", kMaxShards, " files"));
    }
    std::vector<std::string> next;
    for (const std::string& text : expanded) {
      for (const std::string& choice : choices) next.push_back(text + choice);
    }
    expanded = std::move(next);
    at = close + 1;
  }
  return expanded;
}

bool has_wildcard(const std::string& text) {
  return text.find_first_of("*?") != std::string::npos;
}

/// A name with square brackets is itself, as in every other glob of the project.
std::string without_brackets(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::vector<std::string> match_files(const std::string& text) {
  glob_t found{};
  const int code = ::glob(without_brackets(text).c_str(), GLOB_NOSORT, nullptr, &found);
  std::vector<std::string> paths;
  if (code == 0) paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<std::string> files_in_folder(const std::string& folder) {
  std::vector<std::string> paths;
  try {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      const std::string name = entry.path().filename().string();
      if (name.ends_with(".tar") && !name.starts_with('.')) paths.push_back(entry.path().string());
    }
  } catch (const std::filesystem::filesystem_error& error) {
    fail(folder, concat("the folder cannot be read: ", error.code().message()));
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace

bool is_shard_pattern(const std::string& pattern) {
  return pattern.find('{') != std::string::npos || has_wildcard(pattern);
}

std::vector<std::string> find_shards(const std::string& pattern) {
  struct stat status {};
  const bool exists = ::stat(pattern.c_str(), &status) == 0;
  if (exists && !S_ISDIR(status.st_mode)) return {pattern};
  std::vector<std::string> shards;
  if (exists) {
    shards = files_in_folder(pattern);
    if (shards.empty()) fail(pattern, "there is no *.tar in the folder");
    return shards;
  }
  if (!is_shard_pattern(pattern)) fail(pattern, "there is no such file or folder");
  for (const std::string& text : expand_braces(pattern)) {
    const auto files = has_wildcard(text) ? match_files(text) : std::vector<std::string>{text};
    if (files.empty() || ::stat(files.front().c_str(), &status) != 0) {
      fail(pattern, concat("there is no ", printable(text)));
    }
    shards.insert(shards.end(), files.begin(), files.end());
    if (shards.size() > kMaxShards)
      fail(pattern, concat("it means more than ", kMaxShards, " files"));
  }
  return shards;
}

}  // namespace trainer
