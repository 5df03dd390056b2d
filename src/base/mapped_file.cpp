#include "base/mapped_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <trainer/error.h>

#include "base/file_system_internal.h"
#include "base/text.h"

namespace trainer {
namespace {

/// MADV_POPULATE_READ of Linux 5.14: brings pages in and reports what would be SIGBUS as an error.
constexpr int kPopulateRead = 22;

[[noreturn]] void fail(const std::string& path, const std::string& problem) {
  throw DataError(concat(printable(path), ": cannot be read: ", problem), path);
}

}  // namespace

MappedFile::MappedFile(std::string path) : path_(std::move(path)) {
  // O_NONBLOCK: a pipe in place of the file must not hang the run.
  const detail::Descriptor file(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0) fail(path_, std::strerror(errno));
  if (!S_ISREG(status.st_mode)) fail(path_, "it is no plain file");
  size_ = static_cast<std::size_t>(status.st_size);
  modified_ns_ = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
  device_ = status.st_dev;
  inode_ = status.st_ino;
  if (size_ == 0) return;
  void* memory = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, file.get(), 0);
  if (memory == MAP_FAILED) fail(path_, concat("mapping failed: ", std::strerror(errno)));
  data_ = static_cast<const std::uint8_t*>(memory);
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<std::uint8_t*>(data_), size_);
}

std::span<const std::uint8_t> MappedFile::prepare(std::uint64_t offset, std::uint64_t count) const {
  if (offset > size_ || count > size_ - offset) {
    fail(path_,
         concat("expected ", count, " bytes at ", offset, ", but the file has ", size_, " bytes"));
  }
  const auto wanted = bytes().subspan(offset, count);
  if (count == 0) return wanted;
  static const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  const std::uint64_t begin = offset / page * page;
  auto* at = const_cast<std::uint8_t*>(data_ + begin);
  int failed = 0;
  do {
    failed = ::madvise(at, offset + count - begin, kPopulateRead) == 0 ? 0 : errno;
  } while (failed == EINTR || failed == EAGAIN);
  if (failed == 0) return wanted;
  if (failed != EINVAL && failed != ENOSYS) {
    fail(path_,
         failed == EFAULT ? "the file was shortened, or its disk fails" : std::strerror(failed));
  }
  // An older system: at least a file that was shortened since is noticed.
  struct stat status {};
  const bool same =
      ::stat(path_.c_str(), &status) == 0 && status.st_dev == device_ && status.st_ino == inode_;
  if (same && static_cast<std::uint64_t>(status.st_size) < offset + count) {
    fail(path_, "the file was shortened");
  }
  return wanted;
}

}  // namespace trainer
