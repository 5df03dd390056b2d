#include "data/check/split_folders.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

#include <trainer/error.h>

#include "base/log.h"
#include "base/text.h"

namespace trainer {
namespace {

namespace fs = std::filesystem;

constexpr std::array<const char*, 3> kSplits = {"train", "val", "test"};

std::string split_of(const std::string& folder_name) {
  const std::string name = lower_case(folder_name);
  if (name == "train" || name == "training") return "train";
  if (name == "val" || name == "valid" || name == "validation") return "val";
  return name == "test" ? "test" : "";
}

/// The visible folders in a folder, sorted.
std::vector<fs::path> folders_in(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> found;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    // A link that leads nowhere or round in a circle is no folder.
    std::error_code broken;
    const bool hidden = at->path().filename().string().starts_with('.');
    if (!hidden && at->is_directory(broken)) found.push_back(at->path());
  }
  if (error) {
    throw DataError(concat(printable(folder.string()), ": cannot be read: ", error.message()),
                    folder.string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

const SplitFolder* find(const std::vector<SplitFolder>& splits, const std::string& name) {
  const auto found = std::find_if(
      splits.begin(), splits.end(), [&](const SplitFolder& split) { return split.split == name; });
  return found == splits.end() ? nullptr : &*found;
}

[[noreturn]] void fail_twice(const SplitFolder& first, const std::string& second) {
  throw DataError(concat("expected one folder for the split ",
                         first.split,
                         ", found two: ",
                         printable(first.path),
                         " and ",
                         printable(second),
                         "; check them one by one, or name the splits in a configuration"),
                  second);
}

}  // namespace

std::vector<SplitFolder> find_split_folders(const std::string& folder) {
  std::vector<SplitFolder> found;
  std::vector<std::string> beside;
  for (const fs::path& path : folders_in(folder)) {
    const std::string split = split_of(path.filename().string());
    if (split.empty() || folders_in(path).empty()) {
      beside.push_back(printable(path.filename().string()));
    } else if (find(found, split) != nullptr) {
      fail_twice(*find(found, split), path.string());
    } else {
      found.push_back({split, path.string()});
    }
  }
  if (found.empty() || (found.size() == 1 && !beside.empty())) return {{"all", folder}};
  if (!beside.empty()) {
    log_warning(
        concat(printable(folder), ": not checked, as they are no splits: ", join(beside, ", ")));
  }
  std::vector<SplitFolder> ordered;
  for (const char* name : kSplits) {
    if (const SplitFolder* split = find(found, name)) ordered.push_back(*split);
  }
  return ordered;
}

}  // namespace trainer
