#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/program.h"

namespace trainer::test {
namespace {

using testing::HasSubstr;

constexpr const char* kGood = R"(name: good
data: {train: a, val: b, image_size: 32}
model: {name: resnet18}
train: {epochs: 3}
)";

/// Ten mistakes of ten kinds; the tenth is that there is no `model`.
constexpr const char* kTenMistakes = R"(name: ten
seed: 010
deterministic: true
deterministic: false
data: {train: nowhere/at/all}
optimizer:
  name: sgd
  lr: fast
  momentun: 0.9
  weight_decay: -1
schedule: {name: cosinus, warmup: 5min}
train: [1, 2]
)";

Outcome check(const std::string& text, std::vector<std::string> more = {}) {
  const TemporaryFolder folder;
  folder.write("my.yaml", text);
  Start start;
  start.folder = folder.path();
  std::vector<std::string> words = {"fit", "--config", "my.yaml"};
  words.insert(words.end(), more.begin(), more.end());
  return run(words, start);
}

TEST(Configuration, ShowGivesEveryKeyAndLoadsAgain) {
  const TemporaryFolder folder;
  folder.write("my.yaml", kGood);
  Start start;
  start.folder = folder.path();
  const Outcome shown = run({"config", "show", "my.yaml", "train.epochs=7"}, start);
  EXPECT_EQ(shown.code, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("epochs: 7"));
  EXPECT_THAT(shown.out, HasSubstr("seed: "));
  folder.write("again.yaml", shown.out);
  EXPECT_EQ(run({"config", "show", "again.yaml"}, start).out, shown.out);
}

TEST(Configuration, ShowTellsOriginsWhereAsked) {
  const TemporaryFolder folder;
  folder.write("my.yaml", kGood);
  Start start;
  start.folder = folder.path();
  const Outcome shown = run({"config", "show", "--origins", "my.yaml", "train.epochs=7"}, start);
  EXPECT_THAT(shown.out, HasSubstr("# command line"));
  EXPECT_THAT(shown.out, HasSubstr("my.yaml:3"));
  EXPECT_THAT(shown.out, HasSubstr("# default"));
}

TEST(Configuration, DiffNamesTheKeysThatDiffer) {
  const TemporaryFolder folder;
  folder.write("a.yaml", kGood);
  folder.write("b.yaml", std::string(kGood) + "optimizer: {name: sgd, lr: 0.5}\n");
  Start start;
  start.folder = folder.path();
  const Outcome outcome = run({"config", "diff", "a.yaml", "b.yaml"}, start);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("optimizer.lr: "));
  EXPECT_THAT(outcome.out, HasSubstr("0.5"));
  EXPECT_EQ(run({"config", "diff", "a.yaml", "a.yaml"}, start).out, "");
}

TEST(Configuration, SchemaAndReferenceKnowTheKeys) {
  const Outcome schema = run({"config", "schema"});
  EXPECT_EQ(schema.code, 0);
  EXPECT_THAT(schema.out, testing::StartsWith("{"));
  EXPECT_THAT(schema.out, HasSubstr("\"batch_size\""));
  const Outcome reference = run({"config", "reference"});
  EXPECT_EQ(reference.code, 0);
  EXPECT_THAT(reference.out, testing::StartsWith("# Configuration\n"));
}

TEST(Configuration, TenMistakesAreTenErrorsWithTheirLines) {
  const Outcome outcome = check(kTenMistakes);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, testing::StartsWith("error: 10 mistakes"));
  for (const char* place : {
           "my.yaml:1:1: model.name: missing",         // missing section
           "my.yaml:2:7: seed: ",                      // octal
           "my.yaml:4:1: deterministic: ",             // duplicate
           "my.yaml:5:15: data.train: ",               // bad path
           "my.yaml:8:7: optimizer.lr: ",              // wrong type
           "my.yaml:9:3: optimizer.momentun: ",        // unknown key
           "my.yaml:10:17: optimizer.weight_decay: ",  // out of range
           "my.yaml:11:18: schedule.name: ",           // unknown name
           "my.yaml:11:35: schedule.warmup: ",         // wrong unit
           "my.yaml:12:8: train: ",                    // list for map
       }) {
    EXPECT_THAT(outcome.err, HasSubstr(place));
  }
  EXPECT_THAT(outcome.err, HasSubstr("did you mean \"momentum\""));
  EXPECT_THAT(outcome.err, HasSubstr("    ^"));
}

TEST(Configuration, AMissingFileIsNamed) {
  const Outcome outcome = run({"--config", "missing.yaml"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("missing.yaml"));
}

TEST(Configuration, OverridesAreCheckedLikeTheFile) {
  const Outcome outcome = check(kGood, {"train.epoch=3"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("train.epoch"));
  EXPECT_THAT(outcome.err, HasSubstr("did you mean \"epochs\""));
}

/// Measured where it is promised: 50 ms, with ten-fold slack for a busy machine.
TEST(Configuration, AMistakeIsFoundAtOnce) {
  double best = 1e9;
  for (int i = 0; i < 3; ++i) best = std::min(best, check(kTenMistakes).seconds);
  EXPECT_LT(best, 0.5);
}

}  // namespace
}  // namespace trainer::test
