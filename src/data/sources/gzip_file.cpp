#include "data/sources/gzip_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <zlib.h>

#include <trainer/error.h>

#include "base/text.h"

namespace trainer {

struct GzipFile::Impl {
  gzFile file = nullptr;
  ~Impl() {
    if (file != nullptr) gzclose(file);
  }
};

GzipFile::GzipFile(std::string path) : path_(std::move(path)), impl_(std::make_unique<Impl>()) {
  errno = 0;
  impl_->file = gzopen(path_.c_str(), "rbe");
  if (impl_->file == nullptr) {
    throw DataError(concat(printable(path_),
                           ": cannot be opened: ",
                           errno != 0 ? std::strerror(errno) : "not enough memory"),
                    path_);
  }
  constexpr unsigned kBuffer = 1U << 18;
  gzbuffer(impl_->file, kBuffer);
}

GzipFile::~GzipFile() = default;

std::size_t GzipFile::read(std::uint8_t* to, std::size_t bytes) {
  constexpr std::size_t kStep = std::size_t{1} << 26;
  std::size_t have = 0;
  while (have < bytes) {
    const auto step = static_cast<unsigned>(std::min(kStep, bytes - have));
    const int got = gzread(impl_->file, to + have, step);
    int code = Z_OK;
    const char* message = gzerror(impl_->file, &code);
    if (got < 0 || code == Z_BUF_ERROR) {
      throw DataError(concat(printable(path_),
                             ": cannot be unpacked: ",
                             code == Z_ERRNO ? std::strerror(errno) : message,
                             "; the file is damaged or was not copied whole"),
                      path_);
    }
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
  }
  return have;
}

}  // namespace trainer
