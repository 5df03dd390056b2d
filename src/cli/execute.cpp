#include "cli/execute.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>

#include <unistd.h>

#include <trainer/error.h>

#include "base/text.h"

namespace trainer::cli {

void execute_run_program(char** argv) {
  std::error_code error;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) {
    throw UsageError(concat("cannot find trainer-run: /proc/self/exe is not readable (",
                            error.message(),
                            "); start trainer-run itself, with the same arguments"));
  }
  const std::string program = own.parent_path() / "trainer-run";
  execv(program.c_str(), argv);
  const int reason = errno;
  throw UsageError(concat("cannot execute ",
                          printable(program),
                          ": ",
                          std::strerror(reason),
                          "; trainer and trainer-run belong in one folder: build or install both"));
}

}  // namespace trainer::cli
