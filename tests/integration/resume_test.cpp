#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "integration/training_folder.h"

namespace trainer::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

/// Seven batches an epoch, two epochs, every checkpoint kept.
const std::vector<std::string> kShort = {"train.epochs=2",
                                         "train.batch_size=22",
                                         "checkpoint.every=[1step]",
                                         "checkpoint.keep_last=100"};

std::string step_folder(int step) {
  const std::string digits = std::to_string(step);
  return "checkpoints/step-" + std::string(8 - digits.size(), '0') + digits;
}

/// Makes the run of `to` what that of `from` was when the checkpoint of `step` was its newest.
void copy_run(const TrainingFolder& from, const TrainingFolder& to, int step) {
  fs::create_directories(to.run() / "checkpoints");
  fs::copy(from.run() / step_folder(step), to.run() / step_folder(step));
  for (const char* file : {"metrics.jsonl", "samples.jsonl"}) {
    fs::copy(from.run() / file, to.run() / file);
  }
}

TEST(Resume, Case62EveryBatchIsAPlaceToGoOnFrom) {
  const TrainingFolder whole;
  const Outcome straight = whole.fit(kShort);
  ASSERT_EQ(straight.code, 0) << straight.err;
  const auto samples = samples_by_epoch(whole.run());
  ASSERT_EQ(samples.size(), 2U);

  for (int step = 1; step < 14; ++step) {
    const TrainingFolder resumed;
    copy_run(whole, resumed, step);
    const Outcome rest = resumed.fit(kShort);
    ASSERT_EQ(rest.code, 0) << rest.err;
    EXPECT_THAT(rest.err, HasSubstr("resuming from"));
    EXPECT_EQ(samples_by_epoch(resumed.run()), samples) << "from step " << step;
    EXPECT_EQ(metrics_without_speed(resumed.run()), metrics_without_speed(whole.run()))
        << "from step " << step;
    EXPECT_EQ(manifest_sha(resumed.run() / "checkpoints/last", "model.pt"),
              manifest_sha(whole.run() / "checkpoints/last", "model.pt"))
        << "from step " << step;
  }
}

TEST(Resume, Case63TheLearningRateGoesOnAlongItsCurve) {
  const TrainingFolder whole;
  std::vector<std::string> words = kShort;
  words.push_back("tracking.every=1step");
  ASSERT_EQ(whole.fit(words).code, 0);
  const TrainingFolder resumed;
  copy_run(whole, resumed, 6);
  ASSERT_EQ(resumed.fit(words).code, 0);
  std::vector<double> straight, continued;
  for (const json& line : json_lines(whole.run() / "metrics.jsonl")) {
    if (line.at("split") == "train") straight.push_back(line.at("lr").get<double>());
  }
  for (const json& line : json_lines(resumed.run() / "metrics.jsonl")) {
    if (line.at("split") == "train") continued.push_back(line.at("lr").get<double>());
  }
  EXPECT_EQ(straight.size(), 14U);
  EXPECT_EQ(continued, straight);
}

TEST(Resume, Case59WeightsAloneGiveAnotherRun) {
  const TrainingFolder whole;
  ASSERT_EQ(whole.fit(kShort).code, 0);
  const TrainingFolder from_weights;
  std::vector<std::string> words = kShort;
  words.push_back("model.weights=" + (whole.run() / step_folder(7) / "model.pt").string());
  words.push_back("train.epochs=1");
  ASSERT_EQ(from_weights.fit(words).code, 0);
  EXPECT_NE(manifest_sha(from_weights.run() / "checkpoints/last", "optimizer.pt"),
            manifest_sha(whole.run() / "checkpoints/last", "optimizer.pt"));
  EXPECT_NE(json_lines(from_weights.run() / "metrics.jsonl").back().at("loss"),
            json_lines(whole.run() / "metrics.jsonl").back().at("loss"));
}

TEST(Resume, ADamagedCheckpointIsNamedAndTheOneBeforeItUsed) {
  const TrainingFolder whole;
  ASSERT_EQ(whole.fit(kShort).code, 0);
  const TrainingFolder damaged;
  copy_run(whole, damaged, 5);
  fs::copy(whole.run() / step_folder(9), damaged.run() / step_folder(9));
  fs::resize_file(damaged.run() / step_folder(9) / "model.pt", 1000);
  const Outcome rest = damaged.fit(kShort);
  ASSERT_EQ(rest.code, 0) << rest.err;
  EXPECT_THAT(rest.err, HasSubstr("step-00000009"));
  EXPECT_THAT(rest.err, HasSubstr("resuming from"));
  EXPECT_EQ(manifest_sha(damaged.run() / "checkpoints/last", "model.pt"),
            manifest_sha(whole.run() / "checkpoints/last", "model.pt"));
}

}  // namespace
}  // namespace trainer::test
