#include "api/report.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace trainer {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

StepProgress step_of(std::int64_t epoch, std::int64_t step_of_epoch) {
  StepProgress step;
  step.epoch = epoch;
  step.step_of_epoch = step_of_epoch;
  step.steps_of_epoch = 100;
  step.step = (epoch - 1) * 100 + step_of_epoch;
  step.images = 8;
  step.loss = 0.43212;
  step.lr = 0.05;
  step.images_per_second = 812.4;
  return step;
}

RunOutline run_of_two_epochs() {
  RunOutline run;
  run.epochs = 2;
  run.total_steps = 200;
  run.steps_per_epoch = 100;
  return run;
}

/// A terminal, or a log, that remembers.
struct Recorder {
  double now = 0;
  std::vector<std::string> lines, messages;
  TerminalProgress progress;
  explicit Recorder(bool live)
      : progress({live,
                  [this](const std::string& text) { lines.push_back(text); },
                  [this](const std::string& text) { messages.push_back(text); },
                  [this] { return now; },
                  [] { return 120; }}) {}
};

TEST(DurationText, GrowsWithItsUnit) {
  EXPECT_EQ(duration_text(-1), "0 s");
  EXPECT_EQ(duration_text(9.4), "9 s");
  EXPECT_EQ(duration_text(59.6), "1:00 min");
  EXPECT_EQ(duration_text(65), "1:05 min");
  EXPECT_EQ(duration_text(7403), "2:03:23 h");
}

TEST(MetricsText, HasLossFirstAndSharesAsPercent) {
  EXPECT_EQ(
      metrics_text({{"top1", 0.8621}, {"loss", 0.43}, {"grad_norm", 2}, {"macro_recall", 0.5}}),
      "loss 0.4300, top1 86.21 %, grad_norm 2.0000, macro_recall 50.00 %");
  EXPECT_EQ(metrics_text({}), "");
}

TEST(StepLine, ShowsWhereTheRunStands) {
  EXPECT_EQ(
      step_line(run_of_two_epochs(), step_of(1, 50), 65, 120),
      "epoch 1/2  [============>           ]  50/100  812 images/s  1:05 min left  loss 0.4321"
      "  lr 0.0500");
}

TEST(StepLine, FitsItsBarIntoTheTerminal) {
  const StepProgress step = step_of(1, 100);
  const std::string full = step_line(run_of_two_epochs(), step, 65, 200);
  EXPECT_EQ(step_line(run_of_two_epochs(), step, 65, static_cast<int>(full.size())), full);
  const std::string narrow = step_line(run_of_two_epochs(), step, 65, 79);
  EXPECT_LE(narrow.size(), 79U);
  EXPECT_THAT(narrow, HasSubstr("lr 0.0500"));
  EXPECT_THAT(step_line(run_of_two_epochs(), step, 65, 10),
              testing::StartsWith("epoch 1/2  100/100"));
}

TEST(StepLine, LeavesOutWhatIsNotKnown) {
  StepProgress step = step_of(3, 100);
  step.loss.reset();
  step.lr = 1.25e-6;
  const std::string line = step_line(RunOutline{}, step, -1, 120);
  EXPECT_THAT(line, testing::StartsWith("epoch 3  [========================]"));
  EXPECT_THAT(line, HasSubstr("lr 1.25e-6"));
  EXPECT_EQ(line.find("left"), std::string::npos);
  EXPECT_EQ(line.find("loss"), std::string::npos);
}

TEST(EpochLine, HasBothSplits) {
  EpochReport report;
  report.epoch = 2;
  report.epochs = 4;
  report.train = {{"loss", 0.41}, {"top1", 0.862}};
  report.val = {{"loss", 0.38}, {"top1", 0.87}};
  report.seconds = 12.3;
  report.images_per_second = 2078;
  report.best = true;
  EXPECT_EQ(epoch_line(report),
            "epoch 2/4  train loss 0.4100, top1 86.20 %  val loss 0.3800, top1 87.00 %  12 s, 2078 "
            "images/s  (best so far)");
}

TEST(TerminalProgress, DrawsAtMostTenTimesASecond) {
  Recorder terminal(true);
  terminal.progress.run_started(run_of_two_epochs());
  terminal.progress.epoch_started(1, 100);
  for (int i = 1; i < 100; ++i) {
    terminal.now += 0.01;
    terminal.progress.step_done(step_of(1, i));
  }
  EXPECT_THAT(terminal.messages, IsEmpty());
  EXPECT_GE(terminal.lines.size(), 8U);
  EXPECT_LE(terminal.lines.size(), 12U);
}

TEST(TerminalProgress, EstimatesTheTimeLeftFromTheStepsSoFar) {
  Recorder terminal(true);
  terminal.progress.run_started(run_of_two_epochs());
  for (int i = 1; i <= 51; ++i) {
    terminal.now += 1;
    terminal.progress.step_done(step_of(1, i));
  }
  EXPECT_THAT(terminal.lines.back(), HasSubstr("2:29 min left"));
}

TEST(TerminalProgress, KeepsShowingTheLastKnownLoss) {
  Recorder terminal(true);
  terminal.progress.run_started(run_of_two_epochs());
  terminal.progress.step_done(step_of(1, 1));
  terminal.now = 1;
  StepProgress step = step_of(1, 2);
  step.loss.reset();
  terminal.progress.step_done(step);
  EXPECT_THAT(terminal.lines.back(), HasSubstr("loss 0.4321"));
}

TEST(TerminalProgress, InALogWritesALineAnInterval) {
  Recorder log(false);
  log.progress.run_started(run_of_two_epochs());
  log.progress.epoch_started(1, 100);
  for (int i = 1; i <= 100; ++i) {
    log.now += 1;
    StepProgress step = step_of(1, i);
    step.recorded = i % 50 == 0;
    log.progress.step_done(step);
  }
  EXPECT_THAT(log.lines, IsEmpty());
  ASSERT_EQ(log.messages.size(), 2U);
  EXPECT_THAT(log.messages[0], testing::StartsWith("epoch 1/2  step 50/100  812 images/s"));
}

TEST(TerminalProgress, SaysWhereAResumedRunGoesOn) {
  Recorder log(false);
  RunOutline run = run_of_two_epochs();
  run.completed_steps = 120;
  log.progress.run_started(run);
  ASSERT_EQ(log.messages.size(), 1U);
  EXPECT_EQ(log.messages[0], "resuming after step 120 of 200");
}

TEST(TerminalProgress, TakesItsLineAwayAtTheEnd) {
  Recorder terminal(true);
  terminal.progress.run_started(run_of_two_epochs());
  terminal.progress.evaluation_started({"val", 0, 10});
  terminal.progress.evaluation_advanced({"val", 10, 10});
  EXPECT_THAT(terminal.lines.back(), HasSubstr("10/10 images"));
  terminal.progress.run_ended();
  EXPECT_EQ(terminal.lines.back(), "");
}

}  // namespace
}  // namespace trainer
