#include "cli/program.h"

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace trainer::test {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr double kLimitSeconds = 120;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

void redirect(int stream, const std::string& file, int flags) {
  const int opened = open(file.c_str(), flags, 0600);
  if (opened < 0 || dup2(opened, stream) < 0) _exit(126);
  if (opened != stream) close(opened);
}

[[noreturn]] void become(const std::vector<std::string>& arguments,
                         const Start& start,
                         const std::string& program,
                         const std::string& out,
                         const std::string& err) {
  if (!start.folder.empty() && chdir(start.folder.c_str()) != 0) _exit(126);
  for (const auto& [name, value] : start.environment) {
    value ? setenv(name.c_str(), value->c_str(), 1) : unsetenv(name.c_str());
  }
  std::vector<char*> argv = {const_cast<char*>("trainer")};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
  redirect(STDERR_FILENO, err, O_WRONLY | O_CREAT | O_TRUNC);
  if (start.stdout_to == "closed") {
    close(STDOUT_FILENO);
  } else {
    redirect(STDOUT_FILENO, out, O_WRONLY | O_CREAT | O_TRUNC);
  }
  if (start.stderr_closed) close(STDERR_FILENO);
  execv(program.c_str(), argv.data());
  _exit(127);
}

std::uintmax_t size_of(const fs::path& file) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  return error ? 0 : size;
}

/// Waits for the end, sends the wanted signal on the way, kills what does not end.
int wait_for(pid_t process, const Start& start, std::uintmax_t size_before) {
  const auto begin = Clock::now();
  bool sent = start.signal == 0;
  for (;;) {
    int status = 0;
    const pid_t ended = waitpid(process, &status, WNOHANG);
    if (ended == process) {
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    const double seconds = seconds_since(begin);
    if (!sent && size_of(start.signal_when) > size_before) {
      kill(process, start.signal);
      sent = true;
    }
    if (seconds > kLimitSeconds) kill(process, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace

Outcome run(const std::vector<std::string>& arguments, const Start& start) {
  const TemporaryFolder folder;
  const std::string out =
      start.stdout_to.empty() ? (folder.path() / "out").string() : start.stdout_to;
  const std::string err = folder.path() / "err";
  const std::string program =
      start.program.empty() ? std::string(TRAINER_BIN "/trainer") : start.program.string();
  const auto begin = Clock::now();
  const std::uintmax_t size_before = size_of(start.signal_when);
  const pid_t process = fork();
  if (process < 0) throw std::runtime_error("fork failed");
  if (process == 0) become(arguments, start, program, out, err);
  Outcome outcome;
  outcome.code = wait_for(process, start, size_before);
  outcome.seconds = seconds_since(begin);
  if (start.stdout_to.empty()) outcome.out = read_text(out);
  if (!start.stderr_closed) outcome.err = read_text(err);
  return outcome;
}

TemporaryFolder::TemporaryFolder() {
  std::string name = fs::temp_directory_path() / "trainer-cli-XXXXXX";
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

fs::path TemporaryFolder::write(const std::string& name, const std::string& content) const {
  const fs::path file = path_ / name;
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << content;
  return file;
}

std::string read_text(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + file.string());
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

}  // namespace trainer::test
