#include "base/thread_crew.h"

#include <atomic>
#include <csignal>

#include <gtest/gtest.h>
#include <pthread.h>

namespace trainer {
namespace {

TEST(ThreadCrew, RunsTheWorkInEveryThread) {
  std::atomic<int> runs{0};
  ThreadCrew crew;
  EXPECT_TRUE(crew.empty());
  EXPECT_EQ(crew.start(5, [&runs] { ++runs; }), 5);
  EXPECT_FALSE(crew.empty());
  crew.join();
  EXPECT_EQ(runs, 5);
  EXPECT_TRUE(crew.empty());
}

TEST(ThreadCrew, IsJoinedWhenItGoes) {
  std::atomic<int> runs{0};
  {
    ThreadCrew().start(3, [&runs] { ++runs; });
  }
  EXPECT_EQ(runs, 3);
}

TEST(ThreadCrew, HasAtLeastOneThread) {
  ThreadCrew crew;
  EXPECT_EQ(crew.start(0, [] {}), 1);
}

TEST(ThreadCrew, LeavesSignalsThatStopToOthers) {
  std::atomic<int> blocked{0};
  ThreadCrew crew;
  crew.start(1, [&blocked] {
    sigset_t signals;
    pthread_sigmask(SIG_BLOCK, nullptr, &signals);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGUSR1}) {
      blocked += sigismember(&signals, signal);
    }
  });
  crew.join();
  EXPECT_EQ(blocked, 4);
}

}  // namespace
}  // namespace trainer
