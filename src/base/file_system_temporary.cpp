#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/file_system.h"
#include "base/file_system_internal.h"
#include "base/text.h"

// Files that are written aside and then renamed: how they are called, and which of them their
// process will not come back to.

namespace trainer {
namespace {

constexpr std::string_view kTemporary = ".tmp-";
/// So much of a name goes into that of its temporary file; 255 bytes are the usual limit.
constexpr std::size_t kLongestName = 200;

/// Whether the process that wrote this file aside is gone: its number, which is part of the name,
/// is free or our own, and nobody holds a lock on the file, as a process on another machine or a
/// thread of ours does.
bool is_abandoned(const std::filesystem::path& file, long pid) {
  if (pid <= 0) return false;
  const bool ended = ::kill(static_cast<pid_t>(pid), 0) != 0 && errno == ESRCH;
  if (!ended && pid != ::getpid()) return false;
  const detail::Descriptor held(
      ::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!held) return errno == ELOOP;  // a link: it has no lock
  return ::flock(held.get(), LOCK_EX | LOCK_NB) == 0;
}

}  // namespace

namespace detail {

std::string temporary_name(const std::string& path) {
  static std::atomic<unsigned> counter{0};
  const std::string folder = parent_folder(path);
  const std::string name = std::filesystem::path(path).filename().string();
  return concat(folder, "/.", name.substr(0, kLongestName), kTemporary, ::getpid(), "-", counter++);
}

TemporaryFile open_temporary(const std::string& path) {
  for (;;) {
    std::string name = temporary_name(path);
    try {
      Descriptor file = open_file(name, O_WRONLY | O_CREAT | O_EXCL);
      ::flock(file.get(), LOCK_EX | LOCK_NB);
      return {std::move(name), std::move(file)};
    } catch (const FileError& error) {
      // In a container every process may have the same number.
      if (error.error_number() == EEXIST && path_exists(name)) continue;
      throw FileError(error.operation(), path, error.error_number());
    }
  }
}

}  // namespace detail

int remove_stale_temporaries(const std::string& folder, const std::string& of_file) {
  int removed = 0;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const std::size_t at = name.rfind(kTemporary);
    if (name.front() != '.' || at == std::string::npos || at == 0) continue;
    if (!of_file.empty() && name.substr(1, at - 1) != of_file.substr(0, kLongestName)) continue;
    const long pid = std::strtol(name.c_str() + at + kTemporary.size(), nullptr, 10);
    if (!is_abandoned(entry->path(), pid)) continue;
    if (::unlink(entry->path().c_str()) == 0) ++removed;
  }
  return removed;
}

}  // namespace trainer
