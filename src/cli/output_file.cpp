#include "cli/output_file.h"

#include <filesystem>
#include <fstream>

#include <trainer/error.h>

#include "base/text.h"

namespace trainer::cli {
namespace {

/// At most so many bytes of the first line; empty where the file cannot be read.
std::string first_line_of(const std::string& path) {
  constexpr std::size_t kMost = 4096;
  std::string start(kMost, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(file.gcount()));
  return start.substr(0, start.find('\n'));
}

}  // namespace

void check_output_file(const std::string& command,
                       const std::string& path,
                       const std::function<bool(std::string_view first_line)>& is_earlier) {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder, error)) {
    throw DataError(
        concat(
            "cannot write ", printable(path), ": there is no folder ", printable(folder.string())),
        path);
  }
  if (!std::filesystem::path(path).has_filename()) {
    throw UsageError(
        concat("trainer ", command, ": ", printable(path), " is a folder; name the file to write"));
  }
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) return;
  if (std::filesystem::is_directory(status)) {
    throw UsageError(
        concat("trainer ", command, ": ", printable(path), " is a folder; name the file to write"));
  }
  if (!std::filesystem::is_regular_file(status)) return;
  if (std::filesystem::file_size(path, error) == 0 && !error) return;
  if (is_earlier(first_line_of(path))) return;
  throw UsageError(concat("trainer ",
                          command,
                          ": ",
                          printable(path),
                          " is there, and no earlier result; it is left alone: name another file, "
                          "or remove it first"));
}

}  // namespace trainer::cli
