#include <cerrno>
#include <exception>

#include <fcntl.h>
#include <sys/stat.h>

#include "base/file_system.h"
#include "base/file_system_internal.h"
#include "base/log.h"

namespace trainer {

struct AppendFile::Impl {
  std::string path;
  detail::Descriptor file;
  std::uint64_t size = 0;  ///< bytes that are whole in the file
  std::string waiting;
  bool torn = false;  ///< a failed write may have left bytes after `size`

  void flush() {
    if (torn) {
      detail::truncate_file(file.get(), size, path);
      torn = false;
    }
    if (waiting.empty()) return;
    torn = true;
    try {
      detail::write_all(file.get(), waiting, path);
    } catch (const FileError&) {
      detail::truncate_file(file.get(), size, path);
      torn = false;
      throw;
    }
    torn = false;
    size += waiting.size();
    waiting.clear();
  }
};

AppendFile::AppendFile(const std::string& path, std::optional<std::uint64_t> keep_bytes)
    : impl_(std::make_unique<Impl>()) {
  impl_->path = path;
  impl_->file = detail::open_file(path, O_WRONLY | O_CREAT | O_APPEND);
  struct stat info {};
  if (::fstat(impl_->file.get(), &info) != 0) throw FileError("examine", path, errno);
  impl_->size = static_cast<std::uint64_t>(info.st_size);
  if (keep_bytes && *keep_bytes < impl_->size) {
    detail::truncate_file(impl_->file.get(), *keep_bytes, path);
    impl_->size = *keep_bytes;
  }
}

AppendFile::~AppendFile() {
  if (!impl_) return;
  try {
    impl_->flush();
  } catch (const std::exception& error) {
    log_warning(error.what());
  }
}

AppendFile::AppendFile(AppendFile&&) noexcept = default;
AppendFile& AppendFile::operator=(AppendFile&& other) noexcept {
  std::swap(impl_, other.impl_);
  return *this;
}

void AppendFile::append(std::string_view text) {
  impl_->waiting += text;
}
void AppendFile::flush() {
  impl_->flush();
}

std::uint64_t AppendFile::size() const {
  return impl_->size + impl_->waiting.size();
}

void AppendFile::sync() {
  impl_->flush();
  detail::sync_file(impl_->file.get(), impl_->path);
}

}  // namespace trainer
