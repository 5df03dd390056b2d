#include "api/available_memory.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <optional>

namespace trainer {
namespace {

namespace fs = std::filesystem;

/// The number alone in a file; none where there is no such file or no limit ("max").
std::optional<std::uint64_t> number_in(const fs::path& file) {
  std::ifstream stream(file);
  std::uint64_t number = 0;
  if (!(stream >> number)) return std::nullopt;
  return number;
}

/// The number behind `name` in a file of lines "name number"; 0 where it is not there.
std::uint64_t number_after(const fs::path& file, const std::string& name) {
  std::ifstream stream(file);
  std::string word, rest;
  std::uint64_t number = 0;
  while (stream >> word) {
    if (word == name && stream >> number) return number;
    stream.clear();
    std::getline(stream, rest);
  }
  return 0;
}

/// How the two versions of control groups name things.
struct GroupFiles {
  const char *limit, *usage, *cache;
};
constexpr GroupFiles kVersion1 = {
    "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"};
constexpr GroupFiles kVersion2 = {"memory.max", "memory.current", "inactive_file"};

/// What is left of the tightest limit from this group up to the root of the groups.
std::uint64_t room_in_group(const fs::path& groups, fs::path group, const GroupFiles& files) {
  std::uint64_t room = std::numeric_limits<std::uint64_t>::max();
  for (;; group = group.parent_path()) {
    const fs::path folder = groups / group.relative_path();
    if (const auto limit = number_in(folder / files.limit)) {
      // Files that are cached count as used, and make way.
      const std::uint64_t cached = number_after(folder / "memory.stat", files.cache);
      const std::uint64_t used = number_in(folder / files.usage).value_or(0);
      const std::uint64_t held = used > cached ? used - cached : 0;
      room = std::min(room, *limit > held ? *limit - held : 0);
    }
    if (group == group.parent_path()) return room;
  }
}

std::uint64_t room_in_groups(const fs::path& root) {
  std::uint64_t room = std::numeric_limits<std::uint64_t>::max();
  const fs::path groups = root / "sys/fs/cgroup";
  std::ifstream file(root / "proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    // hierarchy:controllers:path
    const std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == line.npos || second == line.npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const fs::path group = line.substr(second + 1);
    if (controllers == "memory") {
      room = std::min(room, room_in_group(groups / "memory", group, kVersion1));
    } else if (controllers.empty()) {
      room = std::min(room, room_in_group(groups, group, kVersion2));
    }
  }
  return room;
}

}  // namespace

AvailableMemory available_memory(const std::string& root) {
  const fs::path meminfo = fs::path(root) / "proc/meminfo";
  AvailableMemory available;
  available.memory = number_after(meminfo, "MemAvailable:") << 10;
  available.swap = number_after(meminfo, "SwapFree:") << 10;
  if (available.memory == 0) return available;
  // Not 0, which would say that it is unknown.
  available.memory = std::max<std::uint64_t>(1, std::min(available.memory, room_in_groups(root)));
  return available;
}

}  // namespace trainer
