#include "data/sources/file_reader.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <trainer/error.h>

#include "base/scratch.h"
#include "base/text.h"

namespace trainer {
namespace {

class OpenFile {
 public:
  explicit OpenFile(int file) : file_(file) {}
  ~OpenFile() {
    if (file_ >= 0) ::close(file_);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int get() const { return file_; }

 private:
  int file_;
};

[[noreturn]] void fail(const std::string& path, const std::string& problem) {
  throw DataError(concat(printable(path), ": cannot be read: ", problem), path);
}

std::string too_long(std::uint64_t max_bytes) {
  return concat("it is longer than ",
                static_cast<unsigned long long>(max_bytes >> 20),
                " MiB, the limit for a file of this kind");
}

/// One try; the errno of the failed call, or 0.
int try_read(const std::string& path,
             std::uint64_t max_bytes,
             std::vector<std::uint8_t>& out,
             const FileCalls& calls) {
  constexpr std::size_t kStep = 1 << 16;
  const OpenFile file(calls.open(path.c_str()));
  if (file.get() < 0) return errno;
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return errno;
  if (!S_ISREG(status.st_mode)) fail(path, "it is no plain file");
  const auto expected = static_cast<std::uint64_t>(status.st_size);
  if (expected > max_bytes) fail(path, too_long(max_bytes));
  // One byte more than expected: the call that finds the end needs room.
  reserve_scratch(out, static_cast<std::size_t>(expected) + 1);
  out.resize(static_cast<std::size_t>(expected) + 1);
  std::size_t have = 0;
  for (;;) {
    if (have == out.size()) out.resize(out.size() + std::max(kStep, out.size() / 2));
    const ssize_t got = calls.read(file.get(), out.data() + have, out.size() - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
    if (have > max_bytes) fail(path, too_long(max_bytes));
  }
  out.resize(have);
  return 0;
}

}  // namespace

const FileCalls& system_file_calls() {
  static const FileCalls calls{
      // O_NONBLOCK: a file that was replaced by a pipe must not hang the run.
      [](const char* path) { return ::open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); },
      [](int file, void* to, std::size_t bytes) { return ::read(file, to, bytes); },
      [](int milliseconds) {
        std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
      },
  };
  return calls;
}

void read_whole_file(const std::string& path,
                     std::uint64_t max_bytes,
                     std::vector<std::uint8_t>& out,
                     const FileCalls& calls) {
  constexpr int kTries = 3;
  constexpr int kFirstPause = 50;
  for (int attempt = 1;; ++attempt) {
    const int error = try_read(path, max_bytes, out, calls);
    if (error == 0) return;
    const bool passing = error == EIO || error == ESTALE;
    if (passing && attempt < kTries) {
      calls.pause(kFirstPause * attempt * attempt);
      continue;
    }
    std::string problem = std::strerror(error);
    if (error == EMFILE || error == ENFILE) {
      // No fault of the image's: it must not be skipped as a bad one.
      throw Error(ExitCode::data,
                  concat(printable(path),
                         ": cannot be opened: ",
                         problem,
                         "; raise the limit on open files (ulimit -n), or lower the workers"));
    }
    if (error == ENOENT) problem += "; it was removed or renamed since the data set was scanned";
    if (passing) problem += concat(" (", kTries, " tries)");
    fail(path, problem);
  }
}

}  // namespace trainer
