#include "config/load.h"

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "config_testing.h"

namespace trainer {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const char* const kRich =
    "title: 'a: b # c'\nclasses: [no, 010, \"none\", \"it's\", \"x\\ny\", ankle boot]\n"
    "weights: 'none'\nclip: 1e-5\nlimit: 90s\ncache: 3MiB\nbad: 0.07\nwarmup: 2.5ep\n"
    "every: [1ep, 10min, 100step]\nworkers: 3\naverage: {decay: 0.5}\n"
    "steps: [flip, {resize: 256}, {resize: {size: 9, interpolation: bicubic}}]\n"
    "descent: {name: adam, betas: [0.5, 0.9]}\n";

TEST(Config, FedBackGivesTheSameTree) {
  for (const char* text : {"", kRich}) {
    const Config config = sample_config(text);
    for (const bool origins : {false, true}) {
      const Config again = parse_config(sample_schema(), config.yaml(origins), "b.yaml", {});
      EXPECT_EQ(again.yaml(), config.yaml());
      EXPECT_EQ(again.json(), config.json());
    }
  }
}

TEST(Config, ALiteralInterpolationSurvivesTheRoundTrip) {
  const Config config = sample_config("title: '$${env:HOME}'");
  EXPECT_EQ(config.at("title").text, "${env:HOME}");
  EXPECT_EQ(parse_config(sample_schema(), config.yaml(), "b.yaml", {}).at("title").text,
            "${env:HOME}");
}

TEST(Config, Case45TheSavedFileWritesNumbersThatEveryReaderKnows) {
  EXPECT_THAT(sample_config("descent: {lr: 1e-3}").yaml(), HasSubstr("lr: 0.001\n"));
  EXPECT_THAT(sample_config("clip: 1e-30").yaml(), HasSubstr("clip: 1.0e-30\n"));
}

TEST(Config, WritesJsonWithTypes) {
  const auto json = nlohmann::json::parse(sample_config(kRich).json());
  EXPECT_EQ(json["batch"], 32);
  EXPECT_EQ(json["exact"], false);
  EXPECT_EQ(json["descent"]["lr"], 0.1);
  EXPECT_EQ(json["classes"],
            (std::vector<std::string>{"no", "010", "none", "it's", "x\ny", "ankle boot"}));
  EXPECT_EQ(json["steps"][1]["resize"]["size"], 256);
}

TEST(Config, FindsValuesByTheirPath) {
  const Config config = sample_config("classes: [a, b]");
  EXPECT_EQ(config.at("classes.1").text, "b");
  for (const char* path : {"", "nothing", "classes.2", "classes.x", "classes.-1", "batch.x"}) {
    EXPECT_THROW(config.at(path), UsageError) << path;
  }
}

TEST(Config, TakesValuesFromTheEnvironment) {
  ::setenv("TRAINER_TEST_BATCH", "7", 1);
  EXPECT_EQ(sample_config("batch: ${env:TRAINER_TEST_BATCH}").at("batch").text, "7");
  ::unsetenv("TRAINER_TEST_BATCH");
  EXPECT_THAT(sample_mistakes("batch: ${env:TRAINER_TEST_BATCH}"),
              ElementsAre(HasSubstr("TRAINER_TEST_BATCH is not set")));
}

TEST(Config, AFileThatIsNotThereIsAMistake) {
  TemporaryFolder folder;
  try {
    load_config(sample_schema(), folder.path("none.yaml"), {});
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), HasSubstr("none.yaml: No such file or directory"));
  }
}

TEST(Config, LaterMistakesGetTheirSourceLine) {
  const Config config = sample_config("batch: 7");
  ConfigMistake mistake;
  mistake.file = "a.yaml";
  mistake.line = 1;
  mistake.column = 8;
  mistake.message = "too few";
  EXPECT_EQ(explained(config, ConfigError(mistake)).mistakes()[0].source, "batch: 7");
}

}  // namespace
}  // namespace trainer
