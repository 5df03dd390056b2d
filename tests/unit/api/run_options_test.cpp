#include "api/run_options.h"

#include <filesystem>
#include <fstream>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>

#include "api/schema.h"
#include "config/diff.h"

namespace trainer {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const char* const kSmall = "data: {train: train, val: val}\nmodel: {name: resnet18}\n";

std::vector<std::string> described(const ConfigError& error) {
  std::vector<std::string> texts;
  for (const ConfigMistake& m : error.mistakes()) {
    texts.push_back(std::to_string(m.line) + ":" + std::to_string(m.column) + " " + m.key + ": " +
                    m.message);
  }
  return texts;
}

std::vector<std::string> mistakes_of(const std::string& text,
                                     const std::vector<std::string>& overrides = {}) {
  try {
    parse_config(text, "a.yaml", overrides);
  } catch (const ConfigError& error) {
    return described(error);
  }
  return {};
}

/// A file of its own for a test, removed at the end.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text) {
    folder_ = std::filesystem::temp_directory_path() /
              ("trainer_run_options_" + std::to_string(std::random_device()()));
    std::filesystem::create_directories(folder_);
    std::ofstream(path()) << text;
  }
  ~TemporaryFile() {
    std::error_code error;
    std::filesystem::remove_all(folder_, error);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  std::string path() const { return (folder_ / "a.yaml").string(); }

 private:
  std::filesystem::path folder_;
};

std::vector<std::string> file_mistakes(const std::string& text) {
  const TemporaryFile file(text);
  try {
    load_config(file.path());
  } catch (const ConfigError& error) {
    return described(error);
  }
  return {};
}

/// Mistakes of the small configuration with more keys.
std::vector<std::string> with(const std::vector<std::string>& overrides) {
  return mistakes_of(kSmall, overrides);
}

TEST(RunOptions, AreReadWithDefaults) {
  const RunOptions run = read_run_options(parse_config(kSmall));
  EXPECT_EQ(run.name, "run");
  EXPECT_EQ(run.model.architecture.name, "resnet18");
  EXPECT_EQ(run.data.format.name, "image_folder");
  EXPECT_EQ(run.data.train, "train");
  EXPECT_EQ(run.train.epochs, 10);
  EXPECT_EQ(run.checkpoint.monitor, "val/top1");
  EXPECT_EQ(run.checkpoint.every.size(), 2U);
  EXPECT_TRUE(run.train.micro_batch.is("auto"));
  EXPECT_FALSE(run.early_stop);
}

TEST(RunOptions, TheNameComesFromTheFile) {
  const auto name = [](const std::string& file) {
    return read_run_options(parse_config(kSmall, file)).name;
  };
  EXPECT_EQ(name("configs/shoes.yaml"), "shoes");
  EXPECT_EQ(name("/dev/fd/63"), "63");
  EXPECT_EQ(name(".yaml"), "yaml");
}

TEST(RunOptions, ANameIsAFolderInsideOfTheOutput) {
  for (const char* name : {"a/b", "..", ".hidden", "'a\\b'", "''", "-x", "\"a\\nb\""}) {
    EXPECT_THAT(with({std::string("name=") + name}), ElementsAre(HasSubstr("name: "))) << name;
  }
  EXPECT_THAT(with({"name=ok-1.2_x y"}), IsEmpty());
}

TEST(RunOptions, TrainingDataAndTheModelAreRequired) {
  EXPECT_THAT(
      mistakes_of("seed: 1\n"),
      ElementsAre(HasSubstr("1:1 model.name: missing"), HasSubstr("1:1 data.train: missing")));
  EXPECT_THAT(mistakes_of("data: {format: synthetic}\nmodel: {name: resnet18}\n"), IsEmpty());
}

TEST(RunOptions, MonitorsNeedValidationData) {
  EXPECT_THAT(with({"data.val=none", "checkpoint.monitor=val/top1"}),
              ElementsAre(HasSubstr("there is no validation data for val/top1")));
  EXPECT_THAT(with({"data.val=none", "early_stop={monitor: val/loss}"}),
              ElementsAre(HasSubstr("early_stop.monitor")));
  EXPECT_THAT(with({"data.val=none", "data.split={val: 20%}", "checkpoint.monitor=val/top1"}),
              IsEmpty());
  EXPECT_THAT(with({"checkpoint.monitor=val/top3"}),
              ElementsAre(HasSubstr("expected a metric of this run, got \"val/top3\"")));
  EXPECT_THAT(with({"checkpoint.monitor=val/top5", "evaluate.metrics=top1"}),
              ElementsAre(HasSubstr("checkpoint.monitor")));
  const Config config = parse_config(kSmall, "a.yaml", {"data.val=none", "early_stop={}"});
  EXPECT_EQ(config.at("checkpoint.monitor").text, "train/loss");
  EXPECT_EQ(config.at("early_stop.monitor").text, "train/loss");
}

TEST(RunOptions, MonitorsOfDataThatTellsLaterAreSettledLater) {
  const Config config = parse_config(kSmall, "a.yaml", {"data.val=none", "data.format=csv"});
  RunOptions run = read_run_options(config);
  EXPECT_EQ(run.checkpoint.monitor, "auto");
  settle_monitors(run, config, true);
  EXPECT_EQ(run.checkpoint.monitor, "val/top1");
  run.checkpoint.monitor = "auto";
  settle_monitors(run, config, false);
  EXPECT_EQ(run.checkpoint.monitor, "train/loss");
  run.checkpoint.monitor = "val/top1";
  EXPECT_THROW(settle_monitors(run, config, false), ConfigError);
}

TEST(RunOptions, KeysThatContradictEachOtherAreMistakes) {
  EXPECT_THAT(with({"data.split={val: 0.1}"}),
              ElementsAre(HasSubstr("expected either data.val or data.split, got both")));
  EXPECT_THAT(with({"data.channels=2"}), ElementsAre(HasSubstr("expected 1 or 3")));
  EXPECT_THAT(with({"train.micro_batch=64"}),
              ElementsAre(HasSubstr("expected at most train.batch_size (32)")));
  EXPECT_THAT(with({"train.epochs=none"}), ElementsAre(HasSubstr("a training needs an end")));
  EXPECT_THAT(with({"schedule={name: one_cycle, warmup: 1ep}"}),
              ElementsAre(HasSubstr("one_cycle has a warm-up of its own")));
  EXPECT_THAT(with({"schedule={name: cosine, warmup: 20ep}"}),
              ElementsAre(HasSubstr("longer than the training of 10 epochs")));
  EXPECT_THAT(with({"data.classes=[a, b, a]"}), ElementsAre(HasSubstr("there twice")));
  EXPECT_THAT(with({"data.classes=[a, b]", "model.num_classes=3"}),
              ElementsAre(HasSubstr("model.num_classes: expected 2")));
  EXPECT_THAT(with({"data.classes=[a, b]", "loss.class_weights=[1, 2, 3]"}),
              ElementsAre(HasSubstr("expected 2 weights")));
}

TEST(RunOptions, NormalizeComesLastAndInBothLists) {
  EXPECT_THAT(with({"transforms={train: [normalize: imagenet, horizontal_flip], val: "
                    "[normalize: imagenet]}"}),
              ElementsAre(HasSubstr("transforms.train.0: normalize comes last")));
  EXPECT_THAT(with({"transforms={train: [normalize: imagenet]}"}),
              ElementsAre(HasSubstr("transforms.val: has no normalize")));
}

TEST(RunOptions, EpochsDoNotLimitWhereOnlyStepsWereAsked) {
  EXPECT_EQ(read_run_options(parse_config(kSmall, "a", {"train.max_steps=5"})).train.epochs,
            std::nullopt);
  EXPECT_EQ(read_run_options(parse_config(kSmall, "a", {"train.max_steps=5", "train.epochs=2"}))
                .train.epochs,
            2);
}

TEST(RunOptions, FedBackGivesTheSameTree) {
  const Config config = parse_config(
      kSmall,
      "a.yaml",
      {"train={max_steps: 7, ema: {decay: 0.5}}",
       "early_stop={}",
       "data.val=none",
       "transforms={train: [{random_resized_crop: 32}, normalize: {mean: 0.5, std: 0.1}], val: "
       "[{resize: 32}, normalize: {mean: [0.5], std: [0.1]}]}"});
  const Config again = parse_config(config.yaml(true), "b.yaml");
  EXPECT_EQ(again.yaml(), config.yaml());
  EXPECT_THAT(config_diff(configuration_table(), config.root(), again.root()), IsEmpty());
}

TEST(RunOptions, SaysWhatAResumeMayChange) {
  const auto rule = [](const std::string& override) {
    const auto changes = config_diff(configuration_table(),
                                     parse_config(kSmall).root(),
                                     parse_config(kSmall, "<text>", {override}).root());
    EXPECT_EQ(changes.size(), 1U) << override;
    return changes.empty() ? ChangeRule::fixed : changes[0].rule;
  };
  for (const char* override : {"data.train=x",
                               "data.workers=3",
                               "tracking.csv=true",
                               "checkpoint.keep_last=5",
                               "output=elsewhere"}) {
    EXPECT_EQ(rule(override), ChangeRule::free) << override;
  }
  for (const char* override : {"train.epochs=20", "train.max_time=1h", "optimizer.lr=0.2"}) {
    EXPECT_EQ(rule(override), ChangeRule::on_request) << override;
  }
  for (const char* override : {"seed=3", "train.batch_size=5", "loss.label_smoothing=0.1"}) {
    EXPECT_EQ(rule(override), ChangeRule::fixed) << override;
  }
}

TEST(RunOptions, MissingPathsAreToldBesideOtherMistakesOnly) {
  const Config config = parse_config(kSmall, "a.yaml", {"data.train=/no/such/folder"});
  const auto missing = missing_paths(config);
  ASSERT_EQ(missing.size(), 2U);
  EXPECT_THAT(file_mistakes("seed: x\ndata: {train: ., val: /no/such}\nmodel: {name: resnet18}\n"),
              ElementsAre(HasSubstr("seed"), HasSubstr("data.val: there is no file or folder")));
  EXPECT_THAT(file_mistakes("data: {train: /no/such}\nmodel: {name: resnet18}\n"), IsEmpty());
}

TEST(RunOptions, TenMistakesOfTenKindsGiveTenErrorsWithTheirLines) {
  const std::string text =
      "seed: 010\n"  // 1 octal
      "data:\n"
      "  train: no/such/folder\n"  // 3 bad path
      "  chanels: 3\n"             // 4 unknown key
      "optimizer:\n"
      "  name: sdg\n"                  // 6 unknown name
      "  lr: fast\n"                   // 7 wrong type
      "  weight_decay: -1\n"           // 8 out of range
      "schedule: {warmup: 5epochs}\n"  // 9 wrong unit
      "loss: [cross_entropy]\n"        // 10 list for map
      "train: {epochs: 3}\n"
      "deterministic: true\n"
      "deterministic: false\n";  // 13 duplicate; and the section model is missing
  EXPECT_THAT(file_mistakes(text),
              ElementsAre(HasSubstr("1:1 model.name: missing"),
                          AllOf(HasSubstr("1:7 seed"), HasSubstr("got \"010\"")),
                          HasSubstr("3:10 data.train: there is no file or folder"),
                          HasSubstr("4:3 data.chanels: unknown key"),
                          HasSubstr("6:9 optimizer.name: expected the name of an optimizer"),
                          HasSubstr("7:7 optimizer.lr: expected a number > 0, got \"fast\""),
                          HasSubstr("8:17 optimizer.weight_decay: expected a number >= 0"),
                          HasSubstr("9:20 schedule.warmup: expected a span"),
                          HasSubstr("10:7 loss: expected a map, got a list"),
                          HasSubstr("13:1 deterministic: the key is there twice")));
  try {
    parse_config(text, "a.yaml");
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::usage);
    EXPECT_THAT(error.what(), HasSubstr("\n      lr: fast\n          ^"));
  }
}

TEST(RunOptions, EveryShippedConfigurationIsRight) {
  int count = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(TRAINER_TEST_FILES "/../../configs")) {
    if (entry.path().extension() != ".yaml") continue;
    EXPECT_NO_THROW(load_config(entry.path().string())) << entry.path();
    ++count;
  }
  EXPECT_GE(count, 1);
}

TEST(RunOptions, TheExampleOfEveryKeyHasEveryKey) {
  const Config config = load_config(TRAINER_TEST_FILES "/../../configs/resnet.yaml");
  for (const NodeEntry& section : config.root().entries) {
    EXPECT_NE(section.value.position.file, "default") << section.key;
    for (const NodeEntry& key : section.value.entries) {
      EXPECT_NE(key.value.position.file, "default") << section.key << "." << key.key;
    }
  }
}

}  // namespace
}  // namespace trainer
