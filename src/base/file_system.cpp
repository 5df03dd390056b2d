#include "base/file_system.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_system_internal.h"
#include "base/text.h"

namespace trainer {
namespace {

std::string advice_for(int error_number) {
  switch (error_number) {
    case ENOSPC:
    case EDQUOT:
      return "free some space; nothing that was there before has changed";
    case EFBIG:
      return "raise the limit on file sizes (ulimit -f)";
    case EROFS:
    case EACCES:
    case EPERM:
      return "make it accessible, or choose another folder";
    case ENOENT:
      return "check the path";
    case EMFILE:
    case ENFILE:
      return "raise the limit on open files (ulimit -n)";
    case EIO:
    case ESTALE:
      return "check the disk or the network mount";
    default:
      return {};
  }
}

std::string describe(const std::string& operation,
                     const std::string& path,
                     int error_number,
                     const std::string& advice) {
  std::string text = concat("cannot ", operation, " ", printable(path));
  if (error_number != 0) text += concat(": ", std::generic_category().message(error_number));
  const std::string& what_to_do = advice.empty() ? advice_for(error_number) : advice;
  if (!what_to_do.empty()) text += concat("; ", what_to_do);
  return text;
}

FileFaultHook& fault_hook() {
  static FileFaultHook hook;
  return hook;
}

/// Without this a write beyond RLIMIT_FSIZE ends a process that left SIGXFSZ alone.
class SizeSignalBlocked {
 public:
  SizeSignalBlocked() {
    sigemptyset(&size_signal_);
    sigaddset(&size_signal_, SIGXFSZ);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGXFSZ) == 1;
    pthread_sigmask(SIG_BLOCK, &size_signal_, &before_);
  }
  ~SizeSignalBlocked() {
    const int saved = errno;
    if (!was_pending_) {
      const timespec now{};
      while (sigtimedwait(&size_signal_, nullptr, &now) == -1 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = saved;
  }
  SizeSignalBlocked(const SizeSignalBlocked&) = delete;
  SizeSignalBlocked& operator=(const SizeSignalBlocked&) = delete;

 private:
  sigset_t size_signal_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

}  // namespace

FileError::FileError(std::string operation, std::string path, int error_number, std::string advice)
    : Error(ExitCode::checkpoint, describe(operation, path, error_number, advice)),
      operation_(std::move(operation)),
      path_(std::move(path)),
      error_number_(error_number) {}

void set_file_fault_hook(FileFaultHook hook) {
  fault_hook() = std::move(hook);
}

namespace detail {

Descriptor::~Descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

FileFault ask_fault(FileOperation operation, const std::string& path) {
  return fault_hook() ? fault_hook()(operation, path) : FileFault{};
}

Descriptor open_file(const std::string& path, int flags, mode_t mode) {
  const bool writes = (flags & O_ACCMODE) != O_RDONLY;
  const int fault = ask_fault(FileOperation::open, path).error_number;
  int fd = -1;
  if (fault == 0) {
    do {
      fd = ::open(path.c_str(), flags | O_CLOEXEC, mode);
    } while (fd < 0 && errno == EINTR);
  } else {
    errno = fault;
  }
  if (fd < 0) throw FileError(writes ? "open for writing" : "open", path, errno);
  return Descriptor(fd);
}

void write_all(int fd, std::string_view content, const std::string& path) {
  const SizeSignalBlocked blocked;
  while (!content.empty()) {
    const FileFault fault = ask_fault(FileOperation::write, path);
    if (fault.error_number != 0) throw FileError("write", path, fault.error_number);
    const std::size_t count = std::min({content.size(), fault.at_most, std::size_t{1} << 30});
    const ssize_t written = ::write(fd, content.data(), count);
    if (written < 0) {
      if (errno == EINTR) continue;
      throw FileError("write", path, errno);
    }
    content.remove_prefix(static_cast<std::size_t>(written));
  }
}

void sync_file(int fd, const std::string& path) {
  const int fault = ask_fault(FileOperation::sync, path).error_number;
  int failed = fault;
  if (fault == 0) {
    while (::fsync(fd) != 0) {
      if (errno == EINTR) continue;
      failed = errno;
      break;
    }
  }
  // Pipes, devices and some network file systems have nothing to sync.
  if (failed == EINVAL || failed == ENOTSUP || failed == ENOSYS) return;
  if (failed != 0) throw FileError("make durable (fsync)", path, failed);
}

void truncate_file(int fd, std::uint64_t size, const std::string& path) {
  const int fault = ask_fault(FileOperation::truncate, path).error_number;
  int failed = fault;
  if (fault == 0) {
    while (::ftruncate(fd, static_cast<off_t>(size)) != 0) {
      if (errno == EINTR) continue;
      failed = errno;
      break;
    }
  }
  if (failed != 0) throw FileError("shorten", path, failed);
}

std::string parent_folder(const std::string& path) {
  std::size_t end = path.find_last_not_of('/');
  if (end == std::string::npos) return path.empty() ? "." : "/";
  const std::size_t slash = path.find_last_of('/', end);
  if (slash == std::string::npos) return ".";
  end = path.find_last_not_of('/', slash);
  return end == std::string::npos ? "/" : path.substr(0, end + 1);
}

}  // namespace detail

namespace {

using detail::Descriptor;

/// Removes a half-made file when the scope is left by an error.
class RemoveOnError {
 public:
  explicit RemoveOnError(std::string path) : path_(std::move(path)) {}
  ~RemoveOnError() {
    if (armed_) ::unlink(path_.c_str());
  }
  RemoveOnError(const RemoveOnError&) = delete;
  RemoveOnError& operator=(const RemoveOnError&) = delete;
  void done() { armed_ = false; }

 private:
  std::string path_;
  bool armed_ = true;
};

using detail::temporary_name;

void rename_file(const std::string& from, const std::string& to) {
  const int fault = detail::ask_fault(FileOperation::rename, to).error_number;
  const int failed = fault != 0 ? fault : ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
  if (failed != 0) throw FileError(concat("rename to ", printable(to), " from"), from, failed);
}

}  // namespace

void write_file_atomic(const std::string& path, std::string_view content) {
  struct stat info {};
  const bool exists = ::stat(path.c_str(), &info) == 0;
  if (exists && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)) {
    const Descriptor device = detail::open_file(path, O_WRONLY);
    detail::write_all(device.get(), content, path);
    detail::sync_file(device.get(), path);
    return;
  }
  std::string target = path;
  if (exists && std::filesystem::is_symlink(path)) target = std::filesystem::canonical(path);
  const detail::TemporaryFile temporary = detail::open_temporary(target);
  RemoveOnError guard(temporary.name);
  if (exists) ::fchmod(temporary.file.get(), info.st_mode & 07777);
  detail::write_all(temporary.file.get(), content, target);
  detail::sync_file(temporary.file.get(), target);
  rename_file(temporary.name, target);
  guard.done();
  sync_folder(detail::parent_folder(target));
}

void write_file_synced(const std::string& path, std::string_view content) {
  const Descriptor file = detail::open_file(path, O_WRONLY | O_CREAT | O_TRUNC);
  RemoveOnError guard(path);
  detail::write_all(file.get(), content, path);
  detail::sync_file(file.get(), path);
  guard.done();
}

bool path_exists(const std::string& path) noexcept {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0;
}

void make_folders(const std::string& path) {
  const int fault = detail::ask_fault(FileOperation::open, path).error_number;
  if (fault != 0) throw FileError("make the folder", path, fault);
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error && std::filesystem::is_directory(path, error)) return;
  throw FileError("make the folder", path, error ? error.value() : ENOTDIR);
}

void sync_folder(const std::string& path) {
  const Descriptor folder = detail::open_file(path, O_RDONLY | O_DIRECTORY);
  detail::sync_file(folder.get(), path);
}

void rename_synced(const std::string& from, const std::string& to) {
  rename_file(from, to);
  sync_folder(detail::parent_folder(to));
}

bool exchange_synced(const std::string& a, const std::string& b) {
  const int fault = detail::ask_fault(FileOperation::rename, b).error_number;
  int failed = fault;
  if (fault == 0 && ::renameat2(AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), RENAME_EXCHANGE) != 0) {
    failed = errno;
  }
  if (failed == EINVAL || failed == ENOSYS || failed == ENOTSUP) return false;
  if (failed != 0)
    throw FileError(concat("exchange with ", printable(b), " the folder"), a, failed);
  sync_folder(detail::parent_folder(b));
  return true;
}

void replace_link(const std::string& target, const std::string& link) {
  const int fault = detail::ask_fault(FileOperation::link, link).error_number;
  if (fault != 0) throw FileError("make the link", link, fault);
  std::string temporary = temporary_name(link);
  while (::symlink(target.c_str(), temporary.c_str()) != 0) {
    if (errno != EEXIST) throw FileError("make the link", link, errno);
    // In a container every process may have the same number.
    temporary = temporary_name(link);
  }
  RemoveOnError guard(temporary);
  rename_file(temporary, link);
  guard.done();
  sync_folder(detail::parent_folder(link));
}

void remove_all(const std::string& path) {
  const int fault = detail::ask_fault(FileOperation::remove, path).error_number;
  if (fault != 0) throw FileError("remove", path, fault);
  std::error_code error;
  std::filesystem::remove_all(path, error);
  if (error) throw FileError("remove", path, error.value());
}

}  // namespace trainer
