#include <chrono>
#include <random>
#include <set>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/child.h"
#include "integration/training_folder.h"

namespace trainer::test {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

/// A checkpoint is being written: its folder has its temporary name.
bool saving(const fs::path& run) {
  std::error_code none_yet;
  for (fs::directory_iterator entry(run / "checkpoints", none_yet), end; entry != end;
       entry.increment(none_yet)) {
    if (entry->path().filename().string().starts_with(".tmp-")) return true;
  }
  return false;
}

std::uintmax_t written(const fs::path& run) {
  std::error_code none_yet;
  const auto size = fs::file_size(run / "metrics.jsonl", none_yet);
  return none_yet ? 0 : size;
}

struct Kills {
  int saving = 0;
  int training = 0;
};

/// Kills the child in the middle of writing a checkpoint; false when it ended before.
bool kill_while_saving(Child& child, const fs::path& run, int saves_to_pass) {
  bool before = false;
  while (child.alive()) {
    const bool now = saving(run);
    if (now && !before && saves_to_pass-- == 0) {
      child.kill();
      return true;
    }
    before = now;
  }
  return false;
}

/// Kills the child some time after it has begun to train; false when it ended before.
bool kill_while_training(Child& child, const fs::path& run, std::chrono::milliseconds wait) {
  const std::uintmax_t size = written(run);
  while (child.alive() && written(run) <= size) std::this_thread::sleep_for(1ms);
  std::this_thread::sleep_for(wait);
  if (!child.alive()) return false;
  child.kill();
  return true;
}

TEST(Resume, TwentyKillsEndInTheBitsOfTheUninterruptedRun) {
  const TrainingFolder whole;
  const Outcome straight = whole.fit();
  ASSERT_EQ(straight.code, 0) << straight.err;
  const std::string sha = manifest_sha(whole.run() / "checkpoints/last", "model.pt");

  const TrainingFolder killed;
  std::mt19937 random(20);  // which moments are tried; the machine decides where they fall
  Kills kills;
  for (int runs = 0; kills.saving < 6 || kills.saving + kills.training < 20; ++runs) {
    ASSERT_LT(runs, 200) << "the run does not get anywhere";
    Child child(killed.path(), {"fit", "--config", "run.yaml"});
    const bool in_save = kills.saving < 6 && random() % 2 == 0;
    const bool hit =
        in_save
            ? kill_while_saving(child, killed.run(), static_cast<int>(random() % 4))
            : kill_while_training(child, killed.run(), std::chrono::milliseconds(random() % 40));
    if (hit) {
      ++(in_save ? kills.saving : kills.training);
      continue;
    }
    // It reached its end between two kills: that must be the right one, too.
    ASSERT_EQ(child.status(), 0);
    EXPECT_EQ(manifest_sha(killed.run() / "checkpoints/last", "model.pt"), sha);
    fs::remove_all(killed.run());
  }
  RecordProperty("kills_while_saving", kills.saving);
  RecordProperty("kills_while_training", kills.training);
  EXPECT_GE(kills.training, 10);

  const Outcome rest = killed.fit();
  ASSERT_EQ(rest.code, 0) << rest.err;
  for (const char* file : {"model.pt", "ema.pt", "optimizer.pt"}) {
    EXPECT_EQ(manifest_sha(killed.run() / "checkpoints/last", file),
              manifest_sha(whole.run() / "checkpoints/last", file))
        << file;
  }
  EXPECT_EQ(metrics_without_speed(killed.run()), metrics_without_speed(whole.run()));
  const auto samples = samples_by_epoch(killed.run());
  EXPECT_EQ(samples, samples_by_epoch(whole.run()));
  for (const auto& [epoch, ids] : samples) {
    EXPECT_EQ(ids.size(), 150U) << "epoch " << epoch;
    EXPECT_EQ(std::set<std::int64_t>(ids.begin(), ids.end()).size(), 150U) << "epoch " << epoch;
  }
}

}  // namespace
}  // namespace trainer::test
