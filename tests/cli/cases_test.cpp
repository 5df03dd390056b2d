#include <filesystem>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cli/program.h"
#include "cli/tiny_images.h"

namespace trainer::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kConfiguration = R"(name: cases
seed: 3
data: {train: photos/train, val: photos/validation, workers: 1}
transforms:
  train: [{resize: 16}, {center_crop: 16}, normalize: imagenet]
  val: [{resize: 16}, {center_crop: 16}, normalize: imagenet]
model: {name: simple_cnn, width: 8, batch_norm: true}
optimizer: {name: sgd, lr: 0.01, momentum: 0.9}
train: {epochs: 5, batch_size: 2}
)";

/// Public bug reports, as what a user types and sees.
class ProgramCases : public testing::Test {
 protected:
  ProgramCases() {
    write_photos(folder_.path() / "photos");
    folder_.write("cases.yaml", kConfiguration);
    start_.folder = folder_.path();
  }
  Outcome trainer(const std::vector<std::string>& words) const { return run(words, start_); }

  const TemporaryFolder folder_;
  Start start_;
};

TEST_F(ProgramCases, Case83_AccuracyWithRunningStatisticsIsThatOfTraining) {
  ASSERT_EQ(trainer({"--config", "cases.yaml", "--quiet"}).code, 0);
  const Outcome outcome = trainer(
      {"evaluate", "--checkpoint", "runs/cases/checkpoints/last", "--split", "train", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const json record = json::parse(outcome.out);
  EXPECT_EQ(record["count"], 24);
  EXPECT_GE(record["top1"], 0.95);
  // A model left in evaluation mode after epoch 1 would stop moving its running statistics.
  EXPECT_LT(record["loss"], 0.3);
}

TEST_F(ProgramCases, Case15_OddNamesAreTrainedOnAndAnsweredIntact) {
  const fs::path photos = folder_.path() / "photos";
  const std::string name = "Golden Retriever \xF0\x9F\x90\x95";
  for (const char* split : {"train", "validation", "test"}) {
    fs::rename(photos / split / "dog", photos / split / name);
  }
  const std::vector<std::string> files = {
      "\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D.bmp", "\xC3\xA9t\xC3\xA9 1.bmp", "two\nlines.bmp"};
  for (const std::string& file : files) folder_.write("odd/" + file, bitmap(20, 40, 40, 200, 1));
  ASSERT_EQ(trainer({"--config", "cases.yaml", "--quiet"}).code, 0);
  std::vector<std::string> words = {
      "predict", "--checkpoint", "runs/cases", "--top-k", "1", "--format", "jsonl"};
  for (const std::string& file : files) words.push_back("odd/" + file);
  const Outcome outcome = trainer(words);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  std::istringstream lines(outcome.out);
  for (const std::string& file : files) {
    std::string line;
    ASSERT_TRUE(std::getline(lines, line));
    const json record = json::parse(line);
    EXPECT_EQ(record["path"], "odd/" + file);
    EXPECT_EQ(record["predictions"][0]["class"], name);
  }
}

TEST_F(ProgramCases, Case13_AFolderWithoutImagesExitsWith3AtOnce) {
  folder_.write("empty/readme.txt", "no image");
  const Outcome outcome = trainer({"--config", "cases.yaml", "data.train=empty"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("empty"));
  EXPECT_THAT(outcome.err, HasSubstr(".jpeg"));
}

TEST_F(ProgramCases, ResultFilesThatCannotBeWrittenExitWith3) {
  ASSERT_EQ(trainer({"--config", "cases.yaml", "--quiet", "train.epochs=1"}).code, 0);
  const std::vector<std::vector<std::string>> commands = {
      {"predict", "--checkpoint", "runs/cases", "photos/test", "--output", "/dev/full"},
      {"evaluate", "--checkpoint", "runs/cases", "--split", "val", "--output", "cases.yaml"}};
  for (const auto& words : commands) {
    const Outcome outcome = trainer(words);
    EXPECT_EQ(outcome.code, 3) << words[0] << ": " << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("error: cannot"));
    EXPECT_THAT(outcome.err, HasSubstr(words.back()));
  }
}

}  // namespace
}  // namespace trainer::test
