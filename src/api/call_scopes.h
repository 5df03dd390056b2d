#pragma once
#include <algorithm>
#include <atomic>

#include "base/log.h"
#include "base/stop.h"
#include "engine/progress.h"

namespace trainer {

/// Tells the progress display that the work is over, however it ended.
class ProgressScope {
 public:
  explicit ProgressScope(ProgressSink& progress) : progress_(progress) {}
  ~ProgressScope() { progress_.run_ended(); }
  ProgressScope(const ProgressScope&) = delete;
  ProgressScope& operator=(const ProgressScope&) = delete;

 private:
  ProgressSink& progress_;
};

/// Where `quiet`, stderr shows only warnings and errors while it lives.
class QuietScope {
 public:
  explicit QuietScope(bool quiet) : before_(log_level()) {
    if (quiet) set_log_level(std::max(before_, LogLevel::warning));
  }
  ~QuietScope() { set_log_level(before_); }
  QuietScope(const QuietScope&) = delete;
  QuietScope& operator=(const QuietScope&) = delete;

 private:
  LogLevel before_;
};

/// A stop that the process was asked for by `request_stop` concerns the work that goes on: it is
/// forgotten when the outermost scope ends. One that came as a signal stays, as the program is to
/// end.
class StopScope {
 public:
  StopScope() { ++depth(); }
  ~StopScope() {
    if (--depth() == 0 && stop_signal() == 0) clear_stop_request();
  }
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  static std::atomic<int>& depth() {
    static std::atomic<int> value{0};
    return value;
  }
};

}  // namespace trainer
