#include "api/resume.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>

#include "unit/api/tiny_run.h"
#include "weights/pt_file.h"
#include "weights/state_dict.h"
#include "weights/tensor_io.h"

namespace trainer {
namespace {

namespace fs = std::filesystem;
using test::TinyRun;
using testing::HasSubstr;

const std::vector<std::string> kEverySave = {"checkpoint.every=[1step]",
                                             "checkpoint.keep_last=100"};

std::vector<std::string> with(std::vector<std::string> words, const std::string& more) {
  words.push_back(more);
  return words;
}

/// The files also hold the configuration, with the folder of each run.
bool same_weights(const std::string& a, const std::string& b) {
  const PtFile first = read_pt(a), second = read_pt(b);
  const auto left = state_dict_tensors(first.root, a);
  const auto right = state_dict_tensors(second.root, b);
  return std::equal(
      left.begin(), left.end(), right.begin(), right.end(), [](const auto& one, const auto& other) {
        return one.first == other.first && from_host(one.second).equal(from_host(other.second));
      });
}

void expect_equal(const TinyRun& resumed, const TinyRun& whole) {
  EXPECT_EQ(resumed.state(), whole.state());
  for (const char* file : {"checkpoints/last/model.pt", "checkpoints/last/ema.pt", "model.pt"}) {
    EXPECT_TRUE(same_weights(resumed.folder() + "/" + file, whole.folder() + "/" + file)) << file;
  }
  EXPECT_TRUE(resumed.file("checkpoints/last/optimizer.pt") ==
              whole.file("checkpoints/last/optimizer.pt"));
}

TEST(Resume, AStopAtAnyStepChangesNothing) {
  const TinyRun whole;
  whole.fit();
  for (const std::int64_t step : {1, 3, 6, 7, 8, 13}) {
    const TinyRun resumed;
    const FitResult first = resumed.fit_until(step);
    EXPECT_EQ(first.status, FitStatus::interrupted);
    EXPECT_EQ(first.steps, step);
    EXPECT_EQ(resumed.fit().status, FitStatus::finished);
    expect_equal(resumed, whole);
  }
}

TEST(Resume, PlateauEarlyStoppingAndARareAverageGoOn) {
  const std::vector<std::string> words = {"schedule={name: plateau, patience: 0}",
                                          "early_stop={patience: 9, monitor: val/loss}",
                                          "train.epochs=6",
                                          "train.ema={decay: 0.9, every: 4}",
                                          "checkpoint.monitor=val/loss"};
  const TinyRun whole;
  whole.fit(words);
  const TinyRun resumed;
  for (const std::int64_t step : {5, 14, 23, 37}) resumed.fit_until(step, words);
  resumed.fit(words);
  expect_equal(resumed, whole);
}

TEST(Resume, MoreEpochsOnRequestShowBothRatesOfTheStep) {
  const TinyRun run;
  run.fit(kEverySave);
  const auto longer = with(kEverySave, "train.epochs=3");
  try {
    run.fit(longer);
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), HasSubstr("--allow-change train.epochs"));
  }
  const FitResult result = run.fit(longer, {.allow_change = {"train.epochs"}});
  EXPECT_EQ(result.status, FitStatus::finished);
  EXPECT_EQ(result.steps, 21);
  // Step 14 of a cosine over 14 steps is at its end, over 21 at 2/3: a quarter of the rate.
  EXPECT_THAT(run.file("log.txt"), HasSubstr(" -> 0.0125"));
  EXPECT_THROW(run.fit(kEverySave, {.allow_change = {"train.epochs"}}), UsageError);
}

TEST(Resume, AMisspeltKeyCannotBeAllowed) {
  const TinyRun run;
  EXPECT_THROW(run.fit(kEverySave, {.allow_change = {"train.epoch"}}), UsageError);
}

TEST(Resume, EarlyStoppingCanBeTakenBack) {
  const TinyRun run;
  std::vector<std::string> words = {"train.epochs=4",
                                    "optimizer.lr=1e-12",
                                    "train.ema=none",
                                    "model.batch_norm=false",
                                    "model.dropout=0"};
  EXPECT_EQ(run.fit(with(words, "early_stop={patience: 1, monitor: val/top1}")).status,
            FitStatus::early_stopped);
  const FitResult result = run.fit(words, {.allow_change = {"early_stop"}});
  EXPECT_EQ(result.status, FitStatus::finished);
  EXPECT_EQ(result.epochs, 4);
}

TEST(Resume, AnOlderCheckpointMakesTheLaterOnesUndone) {
  const TinyRun whole, run;
  whole.fit(kEverySave);
  run.fit(kEverySave);
  const FitResult result = run.fit(kEverySave, {.resume = run.checkpoint(4)});
  EXPECT_EQ(result.status, FitStatus::finished);
  expect_equal(run, whole);
  EXPECT_THAT(run.file("log.txt"), HasSubstr("removed 10 checkpoints after step 4"));
  EXPECT_EQ(run.records("train").size(), whole.records("train").size());
}

TEST(Resume, ABestCheckpointThatIsGoneIsForgotten) {
  const TinyRun run;
  run.fit(kEverySave);
  ResumePoint point;
  point.state.step = 9;
  point.state.best = {{8, 2, 0.9}, {3, 1, 0.5}, {2, 1, 0.4}};
  CheckpointStore store(run.folder() + "/checkpoints");
  fs::remove_all(run.checkpoint(8));
  adopt_checkpoints(point, store);
  ASSERT_EQ(point.state.best.size(), 2U);
  EXPECT_EQ(point.state.monitor.at("best"), 0.5);
  EXPECT_EQ(store.best_step(), 3);
  EXPECT_EQ(store.last_step(), 9);
  EXPECT_FALSE(fs::exists(run.checkpoint(10)));
}

TEST(Resume, TheBestByAnotherMetricIsForgotten) {
  RunOptions before, now;
  before.checkpoint.monitor = "val/top1";
  now.checkpoint.monitor = "val/loss";
  RunState state;
  state.best = {{8, 2, 0.9}};
  state.monitor = {{"best", 0.9}, {"without_improvement", 3}};
  state.schedule = {{"best", 0.9}, {"lr", 0.1}};
  state.early_stop = {{"best", 0.2}, {"without_improvement", 1}};
  forget_changed_monitors(state, before, now);
  EXPECT_TRUE(state.best.empty());
  EXPECT_FALSE(state.monitor.contains("best"));
  EXPECT_FALSE(state.schedule.contains("best"));
  EXPECT_TRUE(state.early_stop.contains("best"));

  const TinyRun run;
  run.fit();
  const FitResult result = run.fit({"train.epochs=3", "checkpoint.monitor=val/loss"},
                                   {.allow_change = {"train.epochs", "checkpoint.monitor"}});
  EXPECT_EQ(result.monitor, "val/loss");
  EXPECT_EQ(result.best, result.val.at("loss"));
  EXPECT_EQ(result.best_epoch, 3);
}

TEST(Resume, AnotherRunsCheckpointStartsOnlyAnEmptyOne) {
  const TinyRun first("first");
  first.fit(kEverySave);
  const TinyRun second("second");
  const FitResult result = second.fit(kEverySave, {.resume = first.checkpoint(7)});
  EXPECT_EQ(result.status, FitStatus::finished);
  EXPECT_TRUE(first.file("checkpoints/last/optimizer.pt") ==
              second.file("checkpoints/last/optimizer.pt"));
  EXPECT_TRUE(fs::exists(first.checkpoint(14))) << "the other run is left alone";
  try {
    second.fit(kEverySave, {.resume = first.checkpoint(3)});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("another run"));
  }
}

TEST(Resume, ARunFolderMeansItsNewestCheckpoint) {
  const TinyRun run;
  run.fit_until(5, kEverySave);
  const CheckpointStore store(run.folder() + "/checkpoints");
  const auto point = find_resume_point(run.folder(), store, run.folder());
  ASSERT_TRUE(point);
  EXPECT_EQ(point->state.step, 5);
}

TEST(Resume, NeverRefusesAFolderThatHoldsARun) {
  const TinyRun run;
  EXPECT_EQ(run.fit({}, {.resume = "never"}).status, FitStatus::finished);
  fs::remove_all(run.folder() + "/checkpoints");
  try {
    run.fit({}, {.resume = "never"});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("already holds a run"));
  }
}

TEST(Resume, AMissingPathAndAWeightsFileAreErrors) {
  const TinyRun run;
  run.fit();
  EXPECT_THROW(run.fit({}, {.resume = run.output() + "/nowhere"}), CheckpointError);
  try {
    run.fit({}, {.resume = run.folder() + "/model.pt"});
    FAIL();
  } catch (const CheckpointError& error) {
    EXPECT_THAT(error.what(), HasSubstr("model.weights"));
  }
}

TEST(Resume, MixedBatchesAndBalancedClassesGoOn) {
  const std::vector<std::string> words = {
      "train.mixup=0.4", "train.cutmix=1.0", "train.mix_p=0.8", "data.sampler=balanced"};
  const TinyRun whole;
  whole.fit(words);
  for (const std::int64_t step : {3, 8}) {
    const TinyRun resumed;
    resumed.fit_until(step, words);
    resumed.fit(words);
    expect_equal(resumed, whole);
  }
  const TinyRun plain;
  plain.fit({"data.sampler=balanced"});
  EXPECT_NE(plain.state().at("last_train"), whole.state().at("last_train"));
}

TEST(Resume, MeasuredStatisticsOfTrainingImagesAreNotThoseOfValidation) {
  const std::vector<std::string> words = {"transforms.train=[horizontal_flip, normalize: auto]"};
  const TinyRun whole;
  whole.fit(words);
  const TinyRun resumed;
  resumed.fit_until(3, words);
  resumed.fit(words);
  expect_equal(resumed, whole);
}

TEST(Resume, OtherDataOrAnotherOptimizerIsRefused) {
  const TinyRun run;
  run.fit_until(5);
  EXPECT_THROW(run.fit({"data.samples=60"}), Error);
  try {
    run.fit({"optimizer.momentum=0.5"});
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.mistakes()[0].key, "optimizer.momentum");
    EXPECT_THAT(error.what(), HasSubstr("another name"));
  }
}

TEST(Resume, TheSecondBestIsKeptThoughItWasNoDueCheckpoint) {
  const TinyRun run;
  const FitResult result = run.fit({"train.epochs=6",
                                    "checkpoint.every=[100ep]",
                                    "checkpoint.keep_best=3",
                                    "checkpoint.keep_last=1"});
  EXPECT_EQ(result.status, FitStatus::finished);
  const nlohmann::json state = run.state();
  for (const auto& best : state.at("best")) {
    EXPECT_TRUE(fs::exists(run.checkpoint(best.at("step").get<std::int64_t>())));
  }
  EXPECT_EQ(state.at("best").size(), 3U);
}

}  // namespace
}  // namespace trainer
