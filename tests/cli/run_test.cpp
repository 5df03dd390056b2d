#include <filesystem>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <signal.h>

#include "cli/program.h"
#include "cli/tiny_images.h"

namespace trainer::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kConfiguration = R"(name: tiny
seed: 3
data: {train: photos/train, val: photos/validation, test: photos/test, workers: 1}
transforms:
  train: [{resize: 16}, {center_crop: 16}, horizontal_flip, normalize: imagenet]
  val: [{resize: 16}, {center_crop: 16}, normalize: imagenet]
model: {name: simple_cnn}
optimizer: {name: sgd, lr: 0.02, momentum: 0.9}
train: {epochs: 2, batch_size: 8}
evaluate: {metrics: [top1]}
tracking: {every: 1step}
)";

std::vector<json> lines_of(const std::string& text) {
  std::vector<json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(json::parse(line));
  return lines;
}

/// A folder with images and a configuration, where the program runs.
class Program : public testing::Test {
 protected:
  Program() {
    write_photos(folder_.path() / "photos");
    folder_.write("tiny.yaml", kConfiguration);
    start_.folder = folder_.path();
  }
  Outcome trainer(const std::vector<std::string>& words) const { return run(words, start_); }
  void train() const {
    const Outcome outcome = trainer({"--config", "tiny.yaml"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
  }

  const TemporaryFolder folder_;
  Start start_;
};

TEST_F(Program, FitLeavesAModelAndSaysWhatComesNext) {
  const Outcome outcome = trainer({"--config", "tiny.yaml", "train.epochs=1"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr("epoch 1/1"));
  EXPECT_THAT(outcome.err, HasSubstr("images/s"));
  EXPECT_THAT(outcome.err, HasSubstr("trainer evaluate --checkpoint runs/tiny"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("\r")));
  for (const char* file : {"config.yaml",
                           "metrics.jsonl",
                           "log.txt",
                           "model.pt",
                           "checkpoints/last/manifest.json",
                           "checkpoints/best/model.pt"}) {
    EXPECT_TRUE(fs::exists(folder_.path() / "runs/tiny" / file)) << file;
  }
}

TEST_F(Program, QuietFitSaysNothing) {
  const Outcome outcome = trainer({"fit", "--quiet", "--config", "tiny.yaml"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out + outcome.err, "");
}

TEST_F(Program, AFinishedRunSaysSo) {
  train();
  const Outcome again = trainer({"--config", "tiny.yaml"});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_THAT(again.err, HasSubstr("finished"));
}

TEST_F(Program, ResumeNeverRefusesAUsedFolder) {
  train();
  const Outcome again = trainer({"--config", "tiny.yaml", "--resume", "never"});
  EXPECT_EQ(again.code, 2);
  EXPECT_THAT(again.err, HasSubstr("runs/tiny"));
}

TEST_F(Program, AChangedConfigurationIsRefusedUnlessAllowed) {
  train();
  const Outcome refused = trainer({"--config", "tiny.yaml", "train.epochs=3"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("train.epochs"));
  const Outcome allowed =
      trainer({"--config", "tiny.yaml", "--allow-change", "train.epochs", "train.epochs=3"});
  EXPECT_EQ(allowed.code, 0) << allowed.err;
  EXPECT_THAT(allowed.err, HasSubstr("epoch 3/3"));
}

TEST_F(Program, DryRunAndLimitBatchesLeaveTheRunAlone) {
  EXPECT_EQ(trainer({"--config", "tiny.yaml", "--dry-run"}).code, 0);
  EXPECT_EQ(trainer({"--config", "tiny.yaml", "--limit-batches", "1"}).code, 0);
  EXPECT_FALSE(fs::exists(folder_.path() / "runs/tiny"));
  EXPECT_TRUE(fs::exists(folder_.path() / "runs/tiny-trial"));
}

TEST_F(Program, ASignalSavesAndExitsWith75AndTheSameCommandGoesOn) {
  start_.signal = SIGTERM;
  start_.signal_when = folder_.path() / "runs/tiny/metrics.jsonl";
  const std::vector<std::string> words = {
      "--config", "tiny.yaml", "train.epochs=100000", "train.max_steps=100000"};
  const Outcome stopped = trainer(words);
  EXPECT_EQ(stopped.code, 75) << stopped.err;
  EXPECT_THAT(stopped.err, HasSubstr("signal 15"));
  EXPECT_TRUE(fs::exists(folder_.path() / "runs/tiny/checkpoints/last/manifest.json"));
  start_.signal = SIGINT;
  const Outcome again = trainer(words);
  EXPECT_THAT(again.err, HasSubstr("resum"));
  EXPECT_EQ(again.code, 75) << again.err;
}

TEST_F(Program, MissingDataExitsWith3) {
  const Outcome outcome = trainer({"--config", "tiny.yaml", "data.train=nowhere"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("nowhere"));
}

TEST_F(Program, MissingOrDamagedCheckpointsExitWith4) {
  for (const auto& words : {std::vector<std::string>{"evaluate", "--checkpoint", "nowhere"},
                            {"predict", "--checkpoint", "nowhere", "photos/test"}}) {
    const Outcome outcome = trainer(words);
    EXPECT_EQ(outcome.code, 4);
    EXPECT_THAT(outcome.err, HasSubstr("nowhere"));
  }
  folder_.write("damaged.pt", "no weights");
  EXPECT_EQ(trainer({"predict", "--checkpoint", "damaged.pt", "photos/test"}).code, 4);
}

TEST_F(Program, NotANumberExitsWith5) {
  const Outcome outcome =
      trainer({"--config", "tiny.yaml", "optimizer.lr=1e30", "schedule.name=constant"});
  EXPECT_EQ(outcome.code, 5) << outcome.err;
}

TEST_F(Program, EvaluateLeavesItsRecordInTheRunFolder) {
  train();
  const Outcome outcome = trainer({"evaluate", "--checkpoint", "runs/tiny", "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(read_text(folder_.path() / "runs/tiny/evaluation/test.json"), outcome.out);
}

TEST_F(Program, ABatchLargerThanTheDataIsRefusedWithBothNumbers) {
  const Outcome outcome = trainer({"--config", "tiny.yaml", "train.batch_size=9999"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("train.batch_size: expected at most "));
  EXPECT_THAT(outcome.err, HasSubstr("9999"));
}

TEST_F(Program, EvaluatePrintsATableOrJson) {
  train();
  const Outcome table = trainer({"evaluate", "--checkpoint", "runs/tiny"});
  EXPECT_EQ(table.code, 0) << table.err;
  EXPECT_THAT(table.out, testing::StartsWith("test: 8 images, loss "));
  EXPECT_THAT(table.out, HasSubstr("\ncat "));
  const Outcome record = trainer(
      {"evaluate", "--checkpoint", "runs/tiny", "--split", "val", "--json", "--output", "results"});
  EXPECT_EQ(record.code, 0) << record.err;
  const json parsed = json::parse(record.out);
  EXPECT_EQ(parsed["split"], "val");
  EXPECT_EQ(parsed["count"], 8);
  EXPECT_GE(parsed["top1"], 0.0);
  EXPECT_EQ(json::parse(read_text(folder_.path() / "results/evaluation/val.json")), parsed);
}

TEST_F(Program, PredictAnswersInTheOrderOfTheInputsAndExitsWith3ForABadOne) {
  train();
  folder_.write("broken.jpg", "<html>");
  const Outcome outcome = trainer({"predict",
                                   "--checkpoint",
                                   "runs/tiny",
                                   "--format",
                                   "jsonl",
                                   "--logits",
                                   "missing.jpg",
                                   "photos/test",
                                   "broken.jpg",
                                   "photos/test/dog/1.bmp"});
  EXPECT_EQ(outcome.code, 3) << outcome.err;
  const std::vector<json> lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), 11U);
  EXPECT_EQ(lines[0]["path"], "missing.jpg");
  EXPECT_TRUE(lines[0].contains("error"));
  EXPECT_EQ(lines[1]["path"], "photos/test/cat/0.bmp");
  EXPECT_EQ(lines[8]["path"], "photos/test/dog/3.bmp");
  EXPECT_EQ(lines[9]["path"], "broken.jpg");
  EXPECT_TRUE(lines[9].contains("error"));
  const json& last = lines[10];
  ASSERT_EQ(last["predictions"].size(), 2U);
  EXPECT_GE(last["predictions"][0]["probability"], last["predictions"][1]["probability"]);
  EXPECT_EQ(last["logits"].size(), 2U);
  EXPECT_THAT(outcome.err, HasSubstr("2 inputs of 11"));
}

TEST_F(Program, PredictWritesTablesAndCsvFiles) {
  train();
  const Outcome table =
      trainer({"predict", "--checkpoint", "runs/tiny", "--top-k", "1", "photos/test/cat/0.bmp"});
  EXPECT_EQ(table.code, 0) << table.err;
  EXPECT_THAT(table.out, testing::StartsWith("photos/test/cat/0.bmp  "));
  const Outcome csv = trainer({"predict",
                               "--checkpoint",
                               "runs/tiny",
                               "--format",
                               "csv",
                               "-o",
                               "answers.csv",
                               "photos/test"});
  EXPECT_EQ(csv.code, 0) << csv.err;
  EXPECT_EQ(csv.out, "");
  EXPECT_THAT(read_text(folder_.path() / "answers.csv"),
              testing::StartsWith("path,rank,class,index,probability,error\n"
                                  "photos/test/cat/0.bmp,1,"));
}

TEST_F(Program, PreviewWritesImagesAndTheirIndex) {
  const Outcome outcome =
      trainer({"data", "preview", "--config", "tiny.yaml", "--count", "3", "--output", "preview"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(read_text(folder_.path() / "preview/index.csv"),
              testing::StartsWith("file,source,label,class\n"));
}

TEST_F(Program, VersionNamesTheLibraries) {
  const Outcome outcome = trainer({"version"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  for (const char* part : {"trainer ", "LibTorch: ", "OpenCV: ", "devices: cpu", "build: "}) {
    EXPECT_THAT(outcome.out, HasSubstr(part));
  }
}

TEST_F(Program, AFullStdoutIsAnErrorOfTheLargeProgramToo) {
  start_.stdout_to = "/dev/full";
  EXPECT_EQ(trainer({"version"}).code, 3);
}

}  // namespace
}  // namespace trainer::test
