#include <cerrno>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_system.h"
#include "base/file_system_internal.h"
#include "base/log.h"
#include "base/text.h"

namespace trainer {
namespace {

std::string host_name() {
  char name[256] = "";
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "unknown";
}

std::string text_of(int fd) {
  char text[512];
  const ssize_t got = ::pread(fd, text, sizeof text, 0);
  return got > 0 ? std::string(trim({text, static_cast<std::size_t>(got)})) : std::string();
}

/// False when another process removed the file between our open and our lock.
bool still_there(int fd, const std::string& path) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(fd, &opened) == 0 && ::stat(path.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

[[noreturn]] void refuse(const std::string& folder, const std::string& holder) {
  throw UsageError(concat("the folder ",
                          printable(folder),
                          " is in use by ",
                          holder.empty() ? "another process" : printable(holder),
                          "; wait until it ends, stop it, or give this run another name"));
}

}  // namespace

struct FolderLock::Impl {
  std::string path;
  detail::Descriptor file;
};

FolderLock::FolderLock(const std::string& folder) : impl_(std::make_unique<Impl>()) {
  impl_->path = concat(folder, "/.lock");
  for (;;) {
    detail::Descriptor file = detail::open_file(impl_->path, O_RDWR | O_CREAT);
    int failed = 0;
    while (::flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
      failed = errno;
      if (failed != EINTR) break;
      failed = 0;
    }
    if (failed == EWOULDBLOCK) refuse(folder, text_of(file.get()));
    if (failed == ENOLCK || failed == ENOSYS || failed == ENOTSUP) {
      log_warning(concat("the file system of ",
                         printable(folder),
                         " has no locks: see to it that one run at a time writes there"));
    } else if (failed != 0) {
      throw FileError("lock", impl_->path, failed);
    } else if (!still_there(file.get(), impl_->path)) {
      continue;
    }
    const std::string before = text_of(file.get());
    if (!before.empty() && failed == 0) {
      log_info(concat("taking over the lock that ", printable(before), " left behind"));
    }
    detail::truncate_file(file.get(), 0, impl_->path);
    detail::write_all(
        file.get(), concat("process ", ::getpid(), " on host ", host_name(), "\n"), impl_->path);
    impl_->file = std::move(file);
    break;
  }
  remove_stale_temporaries(folder);
}

FolderLock::~FolderLock() {
  // While the lock is held, so that nobody who waits can hold a file that is gone: see still_there.
  if (impl_ && impl_->file) ::unlink(impl_->path.c_str());
}

FolderLock::FolderLock(FolderLock&&) noexcept = default;
FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
  std::swap(impl_, other.impl_);
  return *this;
}

}  // namespace trainer
