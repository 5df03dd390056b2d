#include <atomic>
#include <string>

#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <trainer/error.h>

#include "base/thread_crew.h"

namespace trainer {
namespace {

/// In a child whose memory for thread stacks is limited: the exit status is what `body` returns.
template <class Body>
int with_little_memory(rlim_t mebibytes, Body body) {
  const pid_t child = fork();
  if (child == 0) {
    const rlimit limit{mebibytes << 20, mebibytes << 20};
    if (setrlimit(RLIMIT_AS, &limit) != 0) _exit(99);
    _exit(body());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

TEST(ThreadCrew, WorksWithTheThreadsThatThereAre) {
  const int started = with_little_memory(1024, [] {
    ThreadCrew crew;
    std::atomic<bool> go{false};
    const int count = crew.start(kMaxWorkers, [&go] { go.wait(false); });
    go = true;
    go.notify_all();
    crew.join();
    return count > 0 && count < kMaxWorkers ? 0 : 1;
  });
  EXPECT_EQ(started, 0);
}

TEST(ThreadCrew, SaysThatThereIsNone) {
  const int status = with_little_memory(1024, [] {
    // A stack larger than all of the memory: one of an earlier thread cannot serve again.
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, std::size_t{4} << 30);
    pthread_setattr_default_np(&attributes);
    try {
      ThreadCrew crew;
      crew.start(2, [] {});
      return 1;
    } catch (const OutOfMemoryError& error) {
      return std::string(error.what()).find("cannot start a thread") == 0 ? 0 : 2;
    }
  });
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace trainer
