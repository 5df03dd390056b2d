#pragma once
#include <string>
#include <string_view>
#include <utility>

#include <fcntl.h>

#include "base/file_system_faults.h"

namespace trainer::detail {

/// Owns a file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_;
};

/// The hook's errno for this operation, or 0.
FileFault ask_fault(FileOperation operation, const std::string& path);

/// All of these throw FileError; `path` is for the message. EINTR is repeated.
Descriptor open_file(const std::string& path, int flags, mode_t mode = 0666);
/// Writes everything or throws.
void write_all(int fd, std::string_view content, const std::string& path);
void sync_file(int fd, const std::string& path);
void truncate_file(int fd, std::uint64_t size, const std::string& path);

/// The folder that holds `path`: "." for a bare name.
std::string parent_folder(const std::string& path);
/// A name beside `path` that this process has not had yet, for what becomes it by renaming.
/// remove_stale_temporaries knows it. An earlier process may have left a file of that name.
std::string temporary_name(const std::string& path);

struct TemporaryFile {
  std::string name;
  Descriptor file;
};
/// Makes a new file for what becomes `path` by renaming; errors speak of `path`, which is what the
/// user knows. It is locked while it is open, so that nobody takes it for abandoned.
TemporaryFile open_temporary(const std::string& path);

}  // namespace trainer::detail
