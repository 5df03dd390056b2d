#include "base/atomic_file.h"

#include <cerrno>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_system.h"
#include "base/file_system_internal.h"
#include "base/log.h"
#include "base/text.h"

namespace trainer {

struct AtomicFile::Impl {
  std::string path, temporary;
  detail::Descriptor file;
  std::uint64_t size = 0;
  bool committed = false;

  ~Impl() {
    if (!committed && file) ::unlink(temporary.c_str());
  }
};

AtomicFile::AtomicFile(const std::string& path) : impl_(std::make_unique<Impl>()) {
  impl_->path = path;
  struct stat info {};
  const bool exists = ::stat(path.c_str(), &info) == 0;
  if (exists && !S_ISREG(info.st_mode)) {
    throw FileError("write", path, S_ISDIR(info.st_mode) ? EISDIR : EINVAL, "name a plain file");
  }
  if (exists && std::filesystem::is_symlink(path)) {
    impl_->path = std::filesystem::canonical(path).string();
  }
  const int stale = remove_stale_temporaries(
      detail::parent_folder(impl_->path), std::filesystem::path(impl_->path).filename().string());
  if (stale > 0) {
    log_info(concat("removed what an earlier process left unfinished of ", printable(impl_->path)));
  }
  detail::TemporaryFile made = detail::open_temporary(impl_->path);
  impl_->temporary = std::move(made.name);
  impl_->file = std::move(made.file);
  if (exists) ::fchmod(impl_->file.get(), info.st_mode & 07777);
}

AtomicFile::~AtomicFile() = default;

void AtomicFile::append(std::string_view content) {
  detail::write_all(impl_->file.get(), content, impl_->path);
  impl_->size += content.size();
}

std::uint64_t AtomicFile::size() const {
  return impl_->size;
}

void AtomicFile::replace_start(std::string_view content) {
  if (::lseek(impl_->file.get(), 0, SEEK_SET) != 0) throw FileError("write", impl_->path, errno);
  detail::write_all(impl_->file.get(), content, impl_->path);
  if (::lseek(impl_->file.get(), 0, SEEK_END) < 0) throw FileError("write", impl_->path, errno);
}

void AtomicFile::commit() {
  detail::sync_file(impl_->file.get(), impl_->path);
  rename_synced(impl_->temporary, impl_->path);
  impl_->committed = true;
}

}  // namespace trainer
