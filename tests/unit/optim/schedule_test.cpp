#include "optim/schedules/schedule.h"

#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>

#include "unit/optim/component.h"

namespace trainer {
namespace {

using ::testing::HasSubstr;

ScheduleOptions chosen(const std::string& name,
                       const std::map<std::string, std::string>& keys = {},
                       Span warmup = {0, SpanUnit::epochs}) {
  return {test::component(schedule_catalog(), name, keys), warmup};
}

std::unique_ptr<Schedule> made(const std::string& name,
                               const std::map<std::string, std::string>& keys = {},
                               Span warmup = {0, SpanUnit::epochs}) {
  return make_schedule(chosen(name, keys, warmup),
                       {.lr = 0.4, .steps_per_epoch = 10, .total_steps = 100});
}

template <class E, class F>
std::string message_of(F&& call) {
  try {
    call();
  } catch (const E& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

TEST(Schedule, CatalogNamesAllBuiltIns) {
  EXPECT_THAT(schedule_catalog().names(),
              ::testing::ElementsAre("constant",
                                     "step",
                                     "multistep",
                                     "exponential",
                                     "polynomial",
                                     "cosine",
                                     "one_cycle",
                                     "plateau"));
}

TEST(Schedule, StepCountsSpansInEpochsOrSteps) {
  const auto by_epoch = made("step", {{"step_size", "3ep"}, {"gamma", "0.5"}});
  const auto by_step = made("step", {{"step_size", "30step"}, {"gamma", "0.5"}});
  for (const auto* schedule : {by_epoch.get(), by_step.get()}) {
    EXPECT_DOUBLE_EQ(schedule->at(29).lr, 0.4);
    EXPECT_DOUBLE_EQ(schedule->at(30).lr, 0.2);
    EXPECT_DOUBLE_EQ(schedule->at(89).lr, 0.1);
  }
}

TEST(Schedule, FractionalEpochsAreRoundedToSteps) {
  const auto schedule = made("multistep", {{"milestones", "[1.26ep, 50step]"}});
  EXPECT_DOUBLE_EQ(schedule->at(12).lr, 0.4);
  EXPECT_DOUBLE_EQ(schedule->at(13).lr, 0.04);
  EXPECT_DOUBLE_EQ(schedule->at(50).lr, 0.004);
}

TEST(Schedule, RefusesMilestonesThatDoNotRise) {
  const std::string message = message_of<ConfigError>([] {
    made("multistep", {{"milestones", "[4ep, 30step]"}});
  });
  EXPECT_THAT(message, HasSubstr("run.yaml:7:3"));
  EXPECT_THAT(message, HasSubstr("schedule.milestones"));
  EXPECT_THAT(message, HasSubstr("step 30 after step 40"));
}

TEST(Schedule, RefusesAStepSizeBelowOneStep) {
  EXPECT_THAT(message_of<ConfigError>([] {
                made("step", {{"step_size", "0.01ep"}});
              }),
              HasSubstr("at least one optimizer step"));
}

TEST(Schedule, ExponentialDecaysByGammaPerEpoch) {
  const auto schedule = made("exponential", {{"gamma", "0.25"}});
  EXPECT_DOUBLE_EQ(schedule->at(10).lr, 0.1);
  EXPECT_DOUBLE_EQ(schedule->at(5).lr, 0.2);
}

TEST(Schedule, CosineAndPolynomialEndAtMinLrAndStayThere) {
  for (const char* name : {"cosine", "polynomial"}) {
    const auto schedule = made(name, {{"min_lr", "0.01"}});
    EXPECT_DOUBLE_EQ(schedule->at(0).lr, 0.4) << name;
    EXPECT_NEAR(schedule->at(50).lr, 0.205, 1e-12) << name;
    EXPECT_DOUBLE_EQ(schedule->at(100).lr, 0.01) << name;
    EXPECT_DOUBLE_EQ(schedule->at(500).lr, 0.01) << name;
  }
}

TEST(Schedule, WarmupRisesFromAHundredthAndCosineSpansTheRest) {
  const auto schedule = made("cosine", {}, {2, SpanUnit::epochs});
  EXPECT_DOUBLE_EQ(schedule->at(0).lr, 0.004);
  EXPECT_NEAR(schedule->at(10).lr, 0.4 * 0.505, 1e-15);
  EXPECT_DOUBLE_EQ(schedule->at(20).lr, 0.4);
  EXPECT_NEAR(schedule->at(60).lr, 0.2, 1e-15);
  EXPECT_NEAR(schedule->at(100).lr, 0, 1e-15);
}

TEST(Schedule, MilestonesCountFromStepZeroUnderAWarmup) {
  const auto schedule = made("multistep", {{"milestones", "[3ep]"}}, {20, SpanUnit::steps});
  EXPECT_DOUBLE_EQ(schedule->at(29).lr, 0.4);
  EXPECT_DOUBLE_EQ(schedule->at(30).lr, 0.04);
}

TEST(Schedule, AWarmupLongerThanTheTrainingStillRises) {
  const auto schedule = made("cosine", {}, {20, SpanUnit::epochs});
  EXPECT_NEAR(schedule->at(100).lr, 0.4 * 0.505, 1e-15);
}

TEST(Schedule, OneCycleRefusesAWarmup) {
  const std::string message = message_of<ConfigError>([] {
    made("one_cycle", {}, {1, SpanUnit::epochs});
  });
  EXPECT_THAT(message, HasSubstr("schedule.warmup"));
  EXPECT_THAT(message, HasSubstr("one_cycle"));
  EXPECT_THAT(message, HasSubstr("pct_start"));
}

TEST(Schedule, OneCyclePeaksAtTheOptimizersRateUnlessToldOtherwise) {
  EXPECT_DOUBLE_EQ(made("one_cycle")->at(29).lr, 0.4);
  EXPECT_DOUBLE_EQ(made("one_cycle", {{"max_lr", "0.9"}})->at(29).lr, 0.9);
  EXPECT_DOUBLE_EQ(made("one_cycle")->at(0).lr, 0.4 / 25);
  EXPECT_DOUBLE_EQ(made("one_cycle")->at(29).momentum.value(), 0.85);
  EXPECT_FALSE(made("one_cycle", {{"cycle_momentum", "false"}})->at(29).momentum.has_value());
}

TEST(Schedule, OneCycleOfAPhaseWithoutLengthIsFinite) {
  for (const char* part : {"0", "0.01", "1"}) {
    const auto schedule = made("one_cycle", {{"pct_start", part}});
    for (const std::int64_t step : {0, 1, 99, 100, 1000}) {
      EXPECT_TRUE(std::isfinite(schedule->at(step).lr)) << part << " at " << step;
    }
  }
}

TEST(Schedule, OneCycleRefusesAThirdPhaseWithoutRoom) {
  EXPECT_THAT(message_of<ConfigError>([] {
                made("one_cycle", {{"three_phase", "true"}, {"pct_start", "0.6"}});
              }),
              HasSubstr("schedule.pct_start"));
}

TEST(Plateau, DropsAfterMoreThanPatienceBadValidations) {
  const auto schedule = made("plateau", {{"patience", "1"}, {"factor", "0.5"}});
  for (const double loss : {1.0, 1.0, 1.0}) schedule->observe(0, loss);
  EXPECT_DOUBLE_EQ(schedule->at(0).lr, 0.2);
}

TEST(Plateau, ModeAutoFollowsTheMonitoredMetric) {
  const auto options = chosen("plateau", {{"patience", "0"}, {"factor", "0.5"}});
  const auto schedule = make_schedule(options, {.lr = 0.4, .higher_is_better = true});
  schedule->observe(0, 0.5);
  schedule->observe(1, 0.6);
  EXPECT_DOUBLE_EQ(schedule->at(0).lr, 0.4);
  schedule->observe(2, 0.4);
  EXPECT_DOUBLE_EQ(schedule->at(0).lr, 0.2);
}

TEST(Plateau, NanAsTheFirstMetricDoesNotBlockLaterOnes) {
  const auto schedule = made("plateau", {{"patience", "2"}, {"factor", "0.5"}});
  schedule->observe(0, std::numeric_limits<double>::quiet_NaN());
  for (const double loss : {3.0, 2.0, 1.0, 0.5}) schedule->observe(0, loss);
  EXPECT_DOUBLE_EQ(schedule->at(0).lr, 0.4);
  EXPECT_DOUBLE_EQ(schedule->state().at("best"), 0.5);
}

TEST(Plateau, StateGoesOnWhereItStoppedAndIsFinite) {
  const std::map<std::string, std::string> keys{
      {"patience", "1"}, {"factor", "0.3"}, {"cooldown", "1"}};
  const std::vector<double> losses{2, 2, 2, 2, 2, 1.5, 1.6, 1.6, 1.7, 1.8};
  for (std::size_t cut = 0; cut <= losses.size(); ++cut) {
    const auto whole = made("plateau", keys);
    const auto first = made("plateau", keys);
    const auto second = made("plateau", keys);
    for (const double loss : losses) whole->observe(0, loss);
    for (std::size_t i = 0; i < cut; ++i) first->observe(0, losses[i]);
    for (const auto& [name, value] : first->state()) EXPECT_TRUE(std::isfinite(value)) << name;
    second->load_state(first->state());
    for (std::size_t i = cut; i < losses.size(); ++i) second->observe(0, losses[i]);
    EXPECT_EQ(second->state(), whole->state()) << cut;
  }
}

TEST(Plateau, AChangedLearningRateKeepsTheDrops) {
  const auto schedule = made("plateau", {{"patience", "0"}, {"factor", "0.5"}});
  schedule->observe(0, 1);
  schedule->observe(0, 1);
  const auto other = make_schedule(chosen("plateau"), {.lr = 0.04});
  other->load_state(schedule->state());
  EXPECT_DOUBLE_EQ(other->at(0).lr, 0.02);
}

TEST(Schedule, RefusesTheStateOfAnotherSchedule) {
  EXPECT_THAT(message_of<CheckpointError>([] {
                made("cosine")->load_state({{"lr", 0.1}});
              }),
              HasSubstr("another schedule"));
  EXPECT_THAT(message_of<CheckpointError>([] { made("plateau")->load_state({}); }),
              HasSubstr("base_lr"));
}

TEST(Schedule, AnUnknownNameListsTheKnownOnes) {
  ScheduleOptions options;
  options.method.name = "linear";
  EXPECT_THAT(message_of<UsageError>([&] { make_schedule(options, {}); }),
              ::testing::AllOf(HasSubstr("linear"), HasSubstr("one_cycle")));
}

TEST(Schedule, AnOwnScheduleRegistersByNameAndWarmsUp) {
  class Ramp : public Schedule {
   public:
    ScheduleValue at(std::int64_t step) const override { return {static_cast<double>(step), {}}; }
  };
  register_schedule("ramp", nullptr, "test", [](const ScheduleRequest&, const Node&) {
    return std::unique_ptr<Schedule>(std::make_unique<Ramp>());
  });
  EXPECT_DOUBLE_EQ(made("ramp")->at(7).lr, 7);
  EXPECT_DOUBLE_EQ(made("ramp", {}, {10, SpanUnit::steps})->at(5).lr, 5 * 0.505);
  EXPECT_THROW(register_schedule("cosine", nullptr, "", {}), UsageError);
}

}  // namespace
}  // namespace trainer
