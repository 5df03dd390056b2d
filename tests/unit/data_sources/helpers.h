#pragma once
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/dataset.h>
#include <trainer/error.h>

#include "base/log.h"
#include "unit/base/temp_folder.h"

namespace trainer::test {

/// Writes a file and the folders above it.
inline void put(const std::string& path, const std::string& content = "x") {
  const std::size_t slash = path.rfind('/');
  std::filesystem::create_directories(path.substr(0, slash));
  std::ofstream(path, std::ios::binary) << content;
}

inline std::string slurp(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

/// What is logged while it lives.
class LogCapture {
 public:
  LogCapture() { set_log_file(folder_ / "log.txt"); }
  ~LogCapture() { set_log_file(""); }
  std::string text() const {
    set_log_file("");
    return slurp(folder_ / "log.txt");
  }

 private:
  TempFolder folder_;
};

/// The message of the DataError that `action` throws.
template <class Action>
std::string data_error(Action action) {
  try {
    action();
  } catch (const DataError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no DataError";
  return {};
}

inline DatasetRequest request(const std::string& path,
                              const std::string& split = "train",
                              std::vector<std::string> classes = {}) {
  DatasetRequest result;
  result.path = path;
  result.split = split;
  result.classes = std::move(classes);
  return result;
}

/// "label name" of every sample, the names relative to `root`.
inline std::vector<std::string> listing(const Dataset& dataset, const std::string& root = {}) {
  std::vector<std::string> lines;
  for (std::int64_t i = 0; i < dataset.size(); ++i) {
    std::string name = dataset.name(i);
    if (!root.empty() && name.starts_with(root + "/")) name = name.substr(root.size() + 1);
    lines.push_back(std::to_string(dataset.label(i)) + " " + name);
  }
  return lines;
}

}  // namespace trainer::test
