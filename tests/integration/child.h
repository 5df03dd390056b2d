#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

namespace trainer::test {

/// A running trainer that can be killed or sent signals.
class Child {
 public:
  Child(const std::filesystem::path& folder, const std::vector<std::string>& words) {
    pid_ = fork();
    if (pid_ != 0) return;
    if (chdir(folder.c_str()) != 0) _exit(126);
    const int null = open("/dev/null", O_RDWR);
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    std::vector<std::string> all = {TRAINER_BIN "/trainer"};
    all.insert(all.end(), words.begin(), words.end());
    std::vector<char*> pointers;
    for (std::string& word : all) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    execv(pointers[0], pointers.data());
    _exit(127);
  }
  ~Child() {
    if (alive()) kill();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  bool alive() {
    if (!ended_ && waitpid(pid_, &status_, WNOHANG) == pid_) ended_ = true;
    return !ended_;
  }
  void kill() {
    ::kill(pid_, SIGKILL);
    waitpid(pid_, &status_, 0);
    ended_ = true;
  }
  void send(int signal) { ::kill(pid_, signal); }
  /// Its exit code once it has ended; 128 + signal where a signal ended it.
  int wait() {
    if (alive()) {
      waitpid(pid_, &status_, 0);
      ended_ = true;
    }
    return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
  }
  /// 0 when it ended by itself with success.
  int status() const { return status_; }

 private:
  pid_t pid_ = -1;
  int status_ = -1;
  bool ended_ = false;
};

}  // namespace trainer::test
