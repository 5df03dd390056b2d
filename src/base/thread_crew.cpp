#include "base/thread_crew.h"

#include <algorithm>
#include <csignal>
#include <exception>
#include <string>
#include <system_error>

#include <trainer/error.h>

#include "base/log.h"
#include "base/text.h"

namespace trainer {
namespace {

void leave_stop_signals_to_others() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGUSR1}) sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

}  // namespace

ThreadCrew::~ThreadCrew() {
  join();
}

int ThreadCrew::start(int count, const std::function<void()>& work) {
  const int wanted = std::max(1, count);
  threads_.reserve(threads_.size() + static_cast<std::size_t>(wanted));
  for (int started = 0; started < wanted; ++started) {
    try {
      threads_.emplace_back([work] {
        leave_stop_signals_to_others();
        work();
      });
    } catch (const std::exception& error) {
      // Threads that run already are not left behind by an exception: they have all the work.
      const auto* refused = dynamic_cast<const std::system_error*>(&error);
      const std::string reason = refused != nullptr ? refused->code().message() : error.what();
      if (started == 0) {
        throw OutOfMemoryError(concat("cannot start a thread: ",
                                      reason,
                                      "; the limit on processes (ulimit -u) or memory is reached"));
      }
      log_warning(concat("only ",
                         started,
                         " of ",
                         wanted,
                         " worker threads could be started: ",
                         reason,
                         "; they do the work"));
      return started;
    }
  }
  return wanted;
}

void ThreadCrew::join() {
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

}  // namespace trainer
