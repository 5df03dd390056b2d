#include "base/stop.h"

#include <atomic>

#include <signal.h>
#include <unistd.h>

namespace trainer {
namespace {

std::atomic<bool> requested{false};
std::atomic<int> signal_number{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

extern "C" void on_signal(int number) {
  const bool again = requested.exchange(true);
  // A terminal that is closed may say so twice, once by the kernel and once by the shell.
  if (again && number != SIGHUP) _exit(128 + number);
  signal_number.store(number);
}

}  // namespace

void install_stop_handlers() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  for (const int number : {SIGTERM, SIGINT, SIGUSR1}) sigaction(number, &action, nullptr);
  // A terminal that is closed. Under nohup it is ignored, and stays so.
  struct sigaction hangup {};
  if (sigaction(SIGHUP, nullptr, &hangup) == 0 && hangup.sa_handler != SIG_IGN) {
    sigaction(SIGHUP, &action, nullptr);
  }
  // A write beyond RLIMIT_FSIZE or into a closed pipe is to be an error, not the end.
  signal(SIGXFSZ, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
}

void request_stop() {
  requested.store(true);
}
bool stop_requested() noexcept {
  return requested.load(std::memory_order_relaxed);
}
int stop_signal() noexcept {
  return signal_number.load(std::memory_order_relaxed);
}

void clear_stop_request() {
  requested.store(false);
  signal_number.store(0);
}

}  // namespace trainer
