#pragma once
#include <functional>
#include <thread>
#include <vector>

namespace trainer {

/// The most threads that a crew is asked for: `data.workers` and the options named `--workers`.
constexpr int kMaxWorkers = 1024;

/// Threads that run one function and are joined when the crew goes. Signals that ask the process to
/// stop are left to other threads, so that they do not interrupt reads. Not thread-safe.
class ThreadCrew {
 public:
  ThreadCrew() = default;
  ~ThreadCrew();
  ThreadCrew(const ThreadCrew&) = delete;
  ThreadCrew& operator=(const ThreadCrew&) = delete;

  /// Starts `count` threads, at least one, and returns how many run. Where the system grants fewer
  /// (a limit on processes or memory), those do the work, and a warning says so. Throws
  /// OutOfMemoryError where it grants none.
  int start(int count, const std::function<void()>& work);
  /// Waits until every thread has ended.
  void join();
  bool empty() const noexcept { return threads_.empty(); }

 private:
  std::vector<std::thread> threads_;
};

}  // namespace trainer
