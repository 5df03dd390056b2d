#include <chrono>
#include <random>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/child.h"
#include "integration/training_folder.h"

namespace trainer::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// Signals at random moments, also before the first step, in validation and while saving: each ends
/// the program soon with everything saved, or came too late.
TEST(Signals, AtAnyMomentLeaveARunThatGoesOnToTheSameEnd) {
  const TrainingFolder whole;
  ASSERT_EQ(whole.fit().code, 0);

  const TrainingFolder stopped;
  std::mt19937 random(7);  // which moments are tried; the machine decides where they fall
  const int signals[] = {SIGTERM, SIGINT, SIGUSR1, SIGHUP};
  int interrupted = 0;
  for (int runs = 0; interrupted < 15; ++runs) {
    ASSERT_LT(runs, 100) << "the run is never interrupted";
    const auto log_size = [&] {
      std::error_code none_yet;
      const auto size = fs::file_size(stopped.run() / "log.txt", none_yet);
      return none_yet ? 0 : size;
    };
    const auto before = log_size();
    Child child(stopped.path(), {"fit", "--config", "run.yaml"});
    // Before its handlers are there a signal ends the program like any other.
    const auto started = [&] { return log_size() > before; };
    while (child.alive() && !started()) std::this_thread::sleep_for(1ms);
    std::this_thread::sleep_for(std::chrono::milliseconds(random() % 300));
    const auto sent = std::chrono::steady_clock::now();
    child.send(signals[runs % 4]);
    const int code = child.wait();
    EXPECT_LT(std::chrono::steady_clock::now() - sent, 20s);
    if (code == 75) {
      ++interrupted;
      continue;
    }
    ASSERT_EQ(code, 0);
    EXPECT_EQ(manifest_sha(stopped.run() / "checkpoints/last", "model.pt"),
              manifest_sha(whole.run() / "checkpoints/last", "model.pt"));
    fs::remove_all(stopped.run());
  }
  ASSERT_EQ(stopped.fit().code, 0);
  for (const char* file : {"model.pt", "ema.pt", "optimizer.pt"}) {
    EXPECT_EQ(manifest_sha(stopped.run() / "checkpoints/last", file),
              manifest_sha(whole.run() / "checkpoints/last", file))
        << file;
  }
  EXPECT_EQ(metrics_without_speed(stopped.run()), metrics_without_speed(whole.run()));
  EXPECT_EQ(samples_by_epoch(stopped.run()), samples_by_epoch(whole.run()));
}

}  // namespace
}  // namespace trainer::test
