#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>
#include <trainer/fit.h>

#include "unit/api/tiny_run.h"

namespace trainer {
namespace {

using test::TinyRun;
using testing::HasSubstr;

EvaluateOptions quiet(const std::string& split) {
  EvaluateOptions options;
  options.split = split;
  options.show_progress = false;
  return options;
}

TEST(Evaluate, EqualsTheValidationOfTheTrainingCountForCount) {
  for (const std::string& loss :
       {"loss={name: cross_entropy}", "loss={name: cross_entropy, class_weights: balanced}"}) {
    for (const std::string& data : {"data.samples=52", "data.split={val: 0.25}"}) {
      const TinyRun run;
      const FitResult trained = run.fit({"train.epochs=1", loss, data});
      const EvaluationResult result = evaluate(run.folder(), quiet("val"));
      EXPECT_EQ(result.count, data == "data.samples=52" ? 52 : 13);
      for (const char* name : {"loss", "top1", "top5"}) {
        EXPECT_EQ(result.metrics.at(name), trained.val.at(name)) << name << ", " << loss;
      }
    }
  }
}

TEST(Evaluate, TheTestAndTheTrainingSplitHaveAllTheirImages) {
  const TinyRun run;
  run.fit({"train.epochs=1", "data.split={val: 0.25}"});
  EXPECT_EQ(evaluate(run.folder(), quiet("train")).count, 39);
  EXPECT_EQ(evaluate(run.folder(), quiet("test")).count, 52);
}

TEST(Evaluate, TakesTheWeightsThatAreAskedFor) {
  const TinyRun run;
  run.fit({"train.epochs=1"});
  EvaluateOptions raw = quiet("val"), average = quiet("val");
  raw.weights = "raw";
  average.weights = "ema";
  const double best = evaluate(run.folder(), quiet("val")).metrics.at("loss");
  EXPECT_EQ(evaluate(run.folder(), average).metrics.at("loss"), best);
  EXPECT_NE(evaluate(run.folder(), raw).metrics.at("loss"), best);
  EXPECT_EQ(evaluate(run.folder() + "/model.pt", quiet("val")).metrics.at("loss"), best);
  EXPECT_THROW(evaluate(run.folder() + "/model.pt", raw), CheckpointError);
}

TEST(Evaluate, AStopIsAnErrorWithItsExitCode) {
  const TinyRun run;
  run.fit({"train.epochs=1"});
  Trainer::request_stop();
  try {
    evaluate(run.folder(), quiet("val"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::interrupted);
  }
  EXPECT_EQ(evaluate(run.folder(), quiet("val")).count, 52);
}

TEST(Evaluate, WrongWordsAreErrors) {
  EXPECT_THROW(evaluate("nowhere", quiet("valid")), UsageError);
  EXPECT_THROW(evaluate("nowhere", quiet("val")), CheckpointError);
}

}  // namespace
}  // namespace trainer
