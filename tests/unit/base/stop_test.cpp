#include "base/stop.h"

#include <csignal>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace trainer {
namespace {

/// Runs `body` in a child with the handlers installed; its wait status.
template <class Body>
int in_child(Body body) {
  const pid_t child = fork();
  if (child == 0) {
    install_stop_handlers();
    body();
    _exit(stop_requested() ? 100 + stop_signal() : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

TEST(Stop, ASignalLeavesARequestAndTheProcessGoesOn) {
  for (const int number : {SIGTERM, SIGINT, SIGUSR1}) {
    const int status = in_child([number] { raise(number); });
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 100 + number);
  }
}

TEST(Stop, AClosedTerminalLeavesARequestHoweverOftenItIsTold) {
  const int status = in_child([] {
    raise(SIGHUP);
    raise(SIGHUP);
  });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 100 + SIGHUP);
}

TEST(Stop, UnderNohupAClosedTerminalChangesNothing) {
  signal(SIGHUP, SIG_IGN);
  const int status = in_child([] { raise(SIGHUP); });
  signal(SIGHUP, SIG_DFL);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(Stop, ASecondSignalEndsTheProcessAtOnce) {
  const int status = in_child([] {
    raise(SIGTERM);
    raise(SIGINT);
  });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGINT);
}

TEST(Stop, AFileSizeLimitOrAClosedPipeIsNoEnd) {
  const int status = in_child([] {
    raise(SIGXFSZ);
    raise(SIGPIPE);
  });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(Stop, ARequestCanBeMadeAndForgotten) {
  clear_stop_request();
  EXPECT_FALSE(stop_requested());
  request_stop();
  EXPECT_TRUE(stop_requested());
  EXPECT_EQ(stop_signal(), 0);
  clear_stop_request();
  EXPECT_FALSE(stop_requested());
}

}  // namespace
}  // namespace trainer
