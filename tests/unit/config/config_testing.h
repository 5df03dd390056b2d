#pragma once
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "config/load.h"
#include "config/mistakes.h"
#include "config/resolve.h"
#include "config/yaml/source_text.h"
#include "config/yaml/yaml_reader.h"
#include "sample_table.h"

namespace trainer {

/// A folder of its own for a test, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::random_device random;
    path_ = std::filesystem::temp_directory_path() /
            ("trainer_config_" + std::to_string(random()) + std::to_string(random()));
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
    return (path_ / name).string();
  }
  std::string path(const std::string& name = "") const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// `line:column key: message; hint` of each mistake, for matching.
inline std::vector<std::string> described(const std::vector<ConfigMistake>& mistakes) {
  std::vector<std::string> texts;
  for (const ConfigMistake& m : mistakes) {
    texts.push_back(std::to_string(m.line) + ":" + std::to_string(m.column) + " " + m.key + ": " +
                    m.message + (m.hint.empty() ? "" : "; " + m.hint));
  }
  return texts;
}

/// What reading a text found wrong.
inline std::vector<std::string> reading_mistakes(const std::string& bytes) {
  Mistakes mistakes;
  const auto text = decode_text(bytes, "a.yaml", mistakes);
  if (text) read_yaml(*text, "a.yaml", mistakes);
  return described(mistakes.list());
}

/// The tree of a text that must be right.
inline Node tree_of(const std::string& bytes) {
  Mistakes mistakes;
  const auto text = decode_text(bytes, "a.yaml", mistakes);
  std::optional<Node> tree = text ? read_yaml(*text, "a.yaml", mistakes) : std::nullopt;
  if (!mistakes.empty()) throw ConfigError(mistakes.list());
  return *tree;
}

inline ConfigSchema sample_schema() {
  return {sample::Run::options(), {}};
}

/// A configuration of the sample schema; the network is filled in.
inline Config sample_config(const std::string& text,
                            const std::vector<std::string>& overrides = {}) {
  return parse_config(sample_schema(), text + "\nnetwork: {name: sgd}\n", "a.yaml", overrides);
}

inline std::vector<std::string> sample_mistakes(const std::string& text,
                                                const std::vector<std::string>& overrides = {}) {
  try {
    sample_config(text, overrides);
  } catch (const ConfigError& error) {
    return described(error.mistakes());
  }
  return {};
}

}  // namespace trainer
