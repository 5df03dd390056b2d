#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/program.h"
#include "cli/tiny_images.h"

namespace trainer::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kConfiguration = R"(name: tiny
data: {train: photos/train, val: photos/validation, test: photos/test, workers: 1}
transforms:
  train: [{resize: 16}, {center_crop: 16}, normalize: imagenet]
  val: [{resize: 16}, {center_crop: 16}, normalize: imagenet]
model: {name: simple_cnn}
train: {epochs: 1, batch_size: 8}
)";

/// Results are written where the user says, and never over what is no earlier result.
class OutputFiles : public testing::Test {
 protected:
  OutputFiles() {
    write_photos(folder_.path() / "photos");
    folder_.write("tiny.yaml", kConfiguration);
    folder_.write("notes.txt", kNotes);
    start_.folder = folder_.path();
  }
  Outcome trainer(const std::vector<std::string>& words) const { return run(words, start_); }
  Outcome preview(const std::string& output, const std::string& count) const {
    return trainer(
        {"data", "preview", "--config", "tiny.yaml", "--count", count, "--output", output});
  }
  void train() const {
    const Outcome outcome = trainer({"--config", "tiny.yaml", "--quiet"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
  }
  std::string text_of(const std::string& file) const { return read_text(folder_.path() / file); }
  void expect_notes_left_alone(const Outcome& outcome) const {
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("left alone"));
    EXPECT_EQ(text_of("notes.txt"), kNotes);
  }

  static constexpr const char* kNotes = "what I must not forget\n";
  const TemporaryFolder folder_;
  Start start_;
};

TEST_F(OutputFiles, FindingsReplaceEarlierFindingsAlone) {
  for (int time = 0; time < 2; ++time) {
    const Outcome outcome = trainer({"data", "check", "photos", "--output", "bad.csv"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(text_of("bad.csv"), StartsWith("path,split,class,finding,reason\n"));
  }
  expect_notes_left_alone(trainer({"data", "check", "photos", "--output", "notes.txt"}));
  folder_.write("empty.csv", "");
  EXPECT_EQ(trainer({"data", "check", "photos", "--output", "empty.csv"}).code, 0);
  EXPECT_EQ(trainer({"data", "check", "photos", "--output", "photos"}).code, 2);
}

TEST_F(OutputFiles, PredictionsReplaceEarlierPredictionsAlone) {
  train();
  const auto predict = [&](const std::string& format, const std::string& output) {
    return trainer({"predict",
                    "--checkpoint",
                    "runs/tiny",
                    "--format",
                    format,
                    "--output",
                    output,
                    "photos/test"});
  };
  for (const std::string format : {"table", "csv", "jsonl", "table"}) {
    const Outcome outcome = predict(format, "answers");
    EXPECT_EQ(outcome.code, 0) << format << ": " << outcome.err;
  }
  expect_notes_left_alone(predict("table", "notes.txt"));
  const std::string list = "{\"path\": \"a.jpg\", \"label\": 3}\n";
  folder_.write("list.jsonl", list);
  EXPECT_EQ(predict("jsonl", "list.jsonl").code, 2);
  EXPECT_EQ(text_of("list.jsonl"), list);
  EXPECT_EQ(predict("jsonl", "no/such/answers").code, 3);
  EXPECT_EQ(predict("jsonl", "answers/").code, 3) << "answers is a file";
  const std::string image = "photos/test/cat/0.bmp";
  const std::string before = text_of(image);
  EXPECT_EQ(predict("jsonl", image).code, 2);
  EXPECT_TRUE(text_of(image) == before);
}

TEST_F(OutputFiles, APreviewReplacesAnEarlierPreviewAlone) {
  EXPECT_EQ(preview("seen", "5").code, 0);
  EXPECT_TRUE(fs::exists(folder_.path() / "seen/00004.png"));
  folder_.write("seen/notes.txt", kNotes);
  folder_.write("seen/20240102.png", "mine");
  const Outcome again = preview("seen", "2");
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_TRUE(fs::exists(folder_.path() / "seen/00001.png"));
  EXPECT_FALSE(fs::exists(folder_.path() / "seen/00004.png")) << "an image of the earlier one";
  EXPECT_EQ(text_of("seen/notes.txt"), kNotes);
  EXPECT_EQ(text_of("seen/20240102.png"), "mine");
  expect_notes_left_alone(preview(".", "2"));
  EXPECT_EQ(preview("notes.txt", "2").code, 2);
  folder_.write("images/00000.png", "mine");
  folder_.write("images/index.csv", "file,mine\n00000.png,1\n");
  EXPECT_EQ(preview("images", "2").code, 2);
  EXPECT_EQ(text_of("images/00000.png"), "mine");
}

TEST_F(OutputFiles, AnEvaluationIsToldWhereItsRunFolderCannotBeWritten) {
  train();
  fs::remove_all(folder_.path() / "runs/tiny/evaluation");
  folder_.write("runs/tiny/evaluation", "a file where a folder belongs");
  const std::vector<std::string> words = {
      "evaluate", "--checkpoint", "runs/tiny", "--split", "val", "--json"};
  const Outcome outcome = trainer(words);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, StartsWith("{\"split\":\"val\""));
  EXPECT_THAT(outcome.err, HasSubstr("not kept in the run folder"));
  std::vector<std::string> asked = words;
  asked.insert(asked.end(), {"--output", "runs/tiny"});
  const Outcome refused = trainer(asked);
  EXPECT_EQ(refused.code, 3) << "it was asked for";
  EXPECT_THAT(refused.out, StartsWith("{\"split\":\"val\""));
}

TEST_F(OutputFiles, AnErrorNamesTheFileThatTheUserKnows) {
  folder_.write("file", "x");
  const Outcome outcome = trainer({"data", "check", "photos", "--output", "file/bad.csv"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("file/bad.csv"));
  EXPECT_THAT(outcome.err, testing::Not(HasSubstr(".tmp-")));
  EXPECT_EQ(outcome.out, "") << "found out before the work";
  const Outcome full = trainer({"data", "check", "photos", "--output", "/dev/full"});
  EXPECT_EQ(full.code, 3);
  EXPECT_THAT(full.out, HasSubstr("cat")) << "the result itself is told";
}

TEST_F(OutputFiles, MoreWorkersThanThereCanBeAreRefusedByName) {
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"data", "check", "photos"},
        {"data", "pack", "photos", "x.pack"}}) {
    std::vector<std::string> words = command;
    words.insert(words.end(), {"--workers", "100000"});
    const Outcome outcome = trainer(words);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("--workers"));
    EXPECT_THAT(outcome.err, HasSubstr("1024"));
  }
}

TEST_F(OutputFiles, APackIsNotWrittenOverItsSource) {
  ASSERT_EQ(trainer({"data", "pack", "photos", "all.pack"}).code, 0);
  const std::string before = text_of("all.pack");
  folder_.write("again.yaml",
                "data: {format: packed, train: all.pack}\nmodel: {name: simple_cnn}\n");
  const Outcome outcome = trainer({"data", "pack", "again.yaml", "./all.pack", "--max-side", "8"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("is data.train"));
  EXPECT_TRUE(text_of("all.pack") == before);
  EXPECT_EQ(trainer({"data", "pack", "again.yaml", "less.pack", "--max-side", "8"}).code, 0);
}

TEST_F(OutputFiles, ImagesNamedInPlaceOfAConfigurationGetAHint) {
  ASSERT_EQ(trainer({"data", "pack", "photos", "x.pack"}).code, 0);
  folder_.write("x.tar", "any");
  for (const std::string file : {"x.pack", "x.tar"}) {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"data", "check", file}, {"data", "pack", file, "y.pack"}}) {
      const Outcome outcome = trainer(words);
      EXPECT_EQ(outcome.code, 2);
      EXPECT_THAT(outcome.err, HasSubstr("data: {format: "));
      EXPECT_THAT(outcome.err, HasSubstr("train: " + file));
    }
  }
}

}  // namespace
}  // namespace trainer::test
