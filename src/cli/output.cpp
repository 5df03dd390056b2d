#include "cli/output.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

#include <trainer/error.h>

#include "base/file_system.h"
#include "base/text.h"

namespace trainer::cli {

void secure_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // The lowest free number is `stream` itself. Stdout opened for reading fails on the first
    // write.
    if (open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY) == -1) return;
  }
}

void write_result(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      const int reason = errno;
      throw DataError(concat("cannot write the result to stdout: ",
                             std::strerror(reason),
                             reason == EBADF ? " (it is closed)" : ""),
                      "stdout");
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void write_result_files(const std::function<void()>& write) {
  try {
    write();
  } catch (const FileError& error) {
    throw DataError(error.what(), error.path());
  }
}

}  // namespace trainer::cli
