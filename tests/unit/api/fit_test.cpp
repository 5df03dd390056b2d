#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>
#include <trainer/fit.h>

#include "base/log.h"
#include "unit/api/tiny_run.h"

namespace trainer {
namespace {

namespace fs = std::filesystem;
using test::TinyRun;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Key;
using testing::Not;

TEST(Fit, CallbacksLearnOfEveryStepEpochAndCheckpoint) {
  const TinyRun run;
  std::vector<std::int64_t> steps, epochs;
  std::vector<std::string> checkpoints;
  Trainer trainer(run.config());
  trainer.on_step_end([&](const StepReport& report) {
    steps.push_back(report.step);
    EXPECT_GT(report.loss, 0);
    EXPECT_EQ(report.epoch, (report.step - 1) / 7 + 1);
  });
  trainer.on_epoch_end([&](const EpochReport& report) {
    epochs.push_back(report.epoch);
    EXPECT_EQ(report.step, report.epoch * 7);
    EXPECT_THAT(report.train, Contains(Key("top1")));
    EXPECT_THAT(report.val, Contains(Key("top1")));
  });
  trainer.on_checkpoint([&](const std::string& folder) { checkpoints.push_back(folder); });
  const FitResult result = TinyRun::fit(trainer);
  EXPECT_EQ(steps.size(), 14U);
  EXPECT_EQ(steps.back(), 14);
  EXPECT_THAT(epochs, ElementsAre(1, 2));
  EXPECT_THAT(checkpoints, ElementsAre(run.checkpoint(7), run.checkpoint(14)));
  EXPECT_EQ(result.status, FitStatus::finished);
  EXPECT_EQ(result.steps, 14);
  EXPECT_EQ(result.epochs, 2);
  EXPECT_EQ(result.monitor, "val/top1");
  EXPECT_EQ(result.run_folder, run.folder());
  EXPECT_TRUE(fs::exists(result.model_path));
  EXPECT_FALSE(fs::exists(run.folder() + "/.rehearsal"));
}

TEST(Fit, AFinishedRunSaysSoAndMakesItsModelGood) {
  const TinyRun run;
  const FitResult first = run.fit();
  const std::string model = run.file("model.pt");
  const std::string best = run.link("best");
  // As if it had been killed right after its last checkpoint was in place.
  fs::remove(run.folder() + "/model.pt");
  fs::remove(run.folder() + "/checkpoints/best");
  fs::remove(run.folder() + "/checkpoints/last");
  const FitResult second = run.fit();
  EXPECT_EQ(second.status, FitStatus::already_finished);
  EXPECT_EQ(second.steps, 14);
  EXPECT_EQ(second.best, first.best);
  EXPECT_EQ(second.best_epoch, first.best_epoch);
  EXPECT_EQ(run.file("model.pt"), model);
  EXPECT_EQ(run.link("best"), best);
  EXPECT_EQ(run.link("last"), "step-00000014");
}

TEST(Fit, AnExceptionOfACallbackReachesTheCaller) {
  const TinyRun run;
  Trainer trainer(run.config());
  trainer.on_epoch_end([](const EpochReport&) { throw std::runtime_error("mine"); });
  try {
    TinyRun::fit(trainer);
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "mine");
  }
  EXPECT_EQ(run.fit().status, FitStatus::finished) << "the lock is free again";
}

TEST(Fit, AStopBeforeTheFirstStepIsInterruptedAndForgottenAfterwards) {
  const TinyRun run;
  Trainer::request_stop();
  const FitResult stopped = run.fit();
  EXPECT_EQ(stopped.status, FitStatus::interrupted);
  EXPECT_EQ(stopped.steps, 0);
  EXPECT_TRUE(stopped.model_path.empty());
  EXPECT_EQ(run.fit().status, FitStatus::finished);
}

TEST(Fit, ADryRunThatIsStoppedHasNotPassed) {
  const TinyRun run;
  Trainer::request_stop();
  EXPECT_EQ(run.fit({}, {.dry_run = true}).status, FitStatus::interrupted);
  EXPECT_EQ(run.fit({}, {.dry_run = true}).status, FitStatus::dry_run);
  EXPECT_FALSE(fs::exists(run.folder()));
  EXPECT_FALSE(fs::exists(run.folder() + "-trial/.rehearsal"));
}

TEST(Fit, ALimitOfBatchesMakesATrialOfItsOwn) {
  const TinyRun run;
  for (int time = 0; time < 2; ++time) {
    const FitResult result = run.fit({}, {.limit_batches = 2});
    EXPECT_EQ(result.status, FitStatus::finished);
    EXPECT_EQ(result.steps, 4);
    EXPECT_EQ(result.run_folder, run.folder() + "-trial");
  }
  EXPECT_FALSE(fs::exists(run.folder()));
  EXPECT_THROW(run.fit({}, {.limit_batches = 0}), UsageError);
}

TEST(Fit, NotANumberNamesItsStepAndTheLastGoodCheckpoint) {
  const TinyRun run;
  try {
    run.fit({"optimizer.lr=1e30", "schedule={name: constant}", "checkpoint.every=[1step]"});
    FAIL();
  } catch (const NumericError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::numeric);
    EXPECT_THAT(error.what(), HasSubstr("step 2 (epoch 1, batch 2)"));
    EXPECT_THAT(error.what(), HasSubstr(run.checkpoint(1)));
  }
}

TEST(Fit, MaxStepsEndsInsideAnEpochWithAValidation) {
  const TinyRun run;
  const FitResult result = run.fit({"train.max_steps=10"});
  EXPECT_EQ(result.status, FitStatus::finished);
  EXPECT_EQ(result.steps, 10);
  EXPECT_THAT(result.train, Contains(Key("loss")));
  EXPECT_EQ(run.records("val").back().at("step"), 10);
  EXPECT_EQ(run.records("train").back().at("step"), 10);
}

TEST(Fit, MaxTimeEndsWithAValidationOfTheLastWeights) {
  const TinyRun run;
  const FitResult result = run.fit({"train.epochs=100000",
                                    "train.max_time=1s",
                                    "evaluate.every=50000ep",
                                    "schedule={name: constant}",
                                    "checkpoint.every=[50000ep]"});
  EXPECT_EQ(result.status, FitStatus::time_limit);
  ASSERT_EQ(run.records("val").size(), 1U);
  EXPECT_EQ(run.records("val").back().at("step"), result.steps);
  EXPECT_TRUE(fs::exists(result.model_path));
}

TEST(Fit, EarlyStoppingCountsValidations) {
  const TinyRun run;
  const FitResult result = run.fit({"train.epochs=50",
                                    "optimizer.lr=1e-12",
                                    "train.ema=none",
                                    "model.batch_norm=false",
                                    "model.dropout=0",
                                    "early_stop={patience: 3, monitor: val/top1}"});
  EXPECT_EQ(result.status, FitStatus::early_stopped);
  EXPECT_EQ(result.epochs, 4);
  EXPECT_EQ(result.best_epoch, 1);
}

TEST(Fit, RecordsTheMetricsThatAreAskedForBesideTheLoss) {
  const TinyRun run;
  const FitResult result = run.fit({"evaluate.metrics=[macro_recall]"});
  EXPECT_EQ(result.monitor, "val/macro_recall");
  EXPECT_THAT(result.val, ElementsAre(Key("loss"), Key("macro_recall")));
  EXPECT_FALSE(run.records("val").front().contains("top5"));
}

TEST(Fit, Case81MixupTakesALastBatchOfOne) {
  const TinyRun run;
  const FitResult result =
      run.fit({"data.samples=33", "train.batch_size=32", "train.mixup=0.2", "train.epochs=1"});
  EXPECT_EQ(result.status, FitStatus::finished);
  EXPECT_EQ(result.steps, 2);
}

TEST(Fit, MonitorsTheTrainingLossWhereAskedTo) {
  const TinyRun run;
  const FitResult result = run.fit({"checkpoint.monitor=train/loss"});
  EXPECT_EQ(result.monitor, "train/loss");
  EXPECT_LE(result.best, result.train.at("loss"));
}

TEST(Fit, DeterministicAlgorithmsAreEnoughForIt) {
  const TinyRun one, two;
  one.fit({"deterministic=true"});
  two.fit({"deterministic=true"});
  EXPECT_EQ(one.state(), two.state());
}

TEST(Fit, WhatOnlyTheDataTellsIsShownAtItsLine) {
  const test::TempFolder folder;
  const auto message = [&](const std::string& model) {
    Trainer trainer(parse_config("name: x\noutput: " + folder.path() +
                                     "\ndata: {format: synthetic, samples: 8, num_classes: 3}\n"
                                     "transforms: {train: [normalize: imagenet], val: [normalize: "
                                     "imagenet]}\nmodel: " +
                                     model + "\ntrain: {batch_size: 8}\n",
                                 "run.yaml"));
    try {
      TinyRun::fit(trainer);
    } catch (const ConfigError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  const std::string classes = "{name: simple_cnn, num_classes: 7}";
  EXPECT_THAT(message(classes), HasSubstr("run.yaml:5:"));
  EXPECT_THAT(message(classes), HasSubstr("model: " + classes));
  const std::string freeze = "{name: simple_cnn, freeze: [nothing.*]}";
  EXPECT_THAT(message(freeze), HasSubstr("model: " + freeze));
  const std::string groups = "{name: simple_cnn}\noptimizer: {groups: [{match: fb.*}]}";
  EXPECT_THAT(message(groups), HasSubstr("run.yaml:6:22: optimizer.groups.0.match"));
}

TEST(Fit, ADefaultThatDoesNotFitIsNamedWithoutAPlace) {
  const TinyRun run;
  run.fit_until(3);
  try {
    run.fit({"transforms.val=[{resize: 12}, {center_crop: 12}, normalize: imagenet]"});
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), Not(HasSubstr("default:")));
  }
}

TEST(Fit, ValidationImagesThatDoNotFitAreAMistakeInTheirTransforms) {
  const TinyRun run;
  try {
    run.fit({"transforms.val=[{resize: 12}, {center_crop: 12}, normalize: imagenet]"});
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.mistakes()[0].key, "transforms.val");
    EXPECT_THAT(error.what(), HasSubstr("12"));
  }
}

TEST(Fit, ARunThatCannotStartLeavesNoFolder) {
  const TinyRun run;
  EXPECT_THROW(run.fit({"train.batch_size=100000"}), ConfigError);
  EXPECT_THROW(run.fit({}, {.resume = run.output() + "/nowhere"}), CheckpointError);
  EXPECT_FALSE(fs::exists(run.folder()));
  fs::create_directories(run.folder());
  std::ofstream(run.folder() + "/notes.txt") << "mine";
  EXPECT_THROW(run.fit({"train.batch_size=100000"}), ConfigError);
  EXPECT_TRUE(fs::exists(run.folder() + "/notes.txt"));
}

TEST(Fit, AnOutputThatCannotBeUsedIsAMistakeInTheConfiguration) {
  const TinyRun run;
  std::ofstream(run.output() + "/file") << "no folder";
  try {
    run.fit({"output=" + run.output() + "/file"});
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_EQ(error.mistakes()[0].key, "output");
    EXPECT_THAT(error.what(), HasSubstr("cannot make the folder"));
  }
}

TEST(Fit, OneClassIsWorthAWarning) {
  const TinyRun run;
  run.fit({"data.num_classes=1"});
  EXPECT_THAT(run.file("log.txt"), HasSubstr("the training data has one class"));
}

TEST(Fit, WithoutProgressItIsSilentAndTheLevelComesBack) {
  const TinyRun run;
  testing::internal::CaptureStderr();
  run.fit();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(log_level(), LogLevel::info);
  EXPECT_THAT(run.file("log.txt"), HasSubstr("a fresh run in"));
}

}  // namespace
}  // namespace trainer
