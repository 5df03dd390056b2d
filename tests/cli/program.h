#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace trainer::test {

/// How a program is to be started.
struct Start {
  std::filesystem::path program;  ///< default: the built `trainer`
  std::filesystem::path folder;   ///< where it runs; default: the current one
  std::map<std::string, std::optional<std::string>> environment;  ///< no value: unset
  std::string stdout_to;  ///< a file in place of the captured stdout; `closed`: no stdout
  bool stderr_closed = false;
  int signal = 0;                     ///< 0: none
  std::filesystem::path signal_when;  ///< the signal is sent once this file has grown
};

/// What a program did.
struct Outcome {
  int code = -1;    ///< exit code; 128 + signal where a signal ended it
  std::string out;  ///< stdout
  std::string err;  ///< stderr
  double seconds = 0;
};

/// Runs a program to its end; after two minutes it is killed.
Outcome run(const std::vector<std::string>& arguments, const Start& start = {});

/// A folder of its own, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  /// Writes a file in it, with the folders on the way, and gives its path.
  std::filesystem::path write(const std::string& name, const std::string& content) const;

 private:
  std::filesystem::path path_;
};

std::string read_text(const std::filesystem::path& file);

}  // namespace trainer::test
