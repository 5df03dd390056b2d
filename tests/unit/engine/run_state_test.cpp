#include "engine/run_state.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <trainer/error.h>

namespace trainer {
namespace {

using nlohmann::json;
using testing::HasSubstr;

RunState some_state() {
  RunState state;
  state.epoch = 3;
  state.batch = 5;
  state.step = 19;
  state.evaluated_step = 14;
  state.since_record = {1.0 / 3, 16, 16, 7, 12, 0.25, 1};
  state.of_epoch = {10.0 / 7, 80, 80, 40, 60, 1.5, 5};
  state.last_train = {{"loss", 0.1}, {"top1", 0.9}};
  state.last_val = {{"loss", 0.2}};
  state.best = {{14, 2, 0.75}, {7, 1, 0.5}};
  state.monitor = {{"best", 0.75}, {"without_improvement", 0}};
  state.early_stop = {{"without_improvement", 2}};
  state.schedule = {{"lr", 0.01}};
  state.ema_updates = 9;
  state.elapsed_seconds = 12.5;
  state.last_lr = 0.1 + 0.2;
  return state;
}

TEST(RunState, ComesBackFromItsTextToTheLastBit) {
  const json written = to_json(some_state());
  const RunState read = run_state_from_json(json::parse(written.dump()), "here");
  EXPECT_EQ(to_json(read), written);
  EXPECT_EQ(read.last_lr, 0.1 + 0.2);
  EXPECT_EQ(read.since_record.loss_sum, 1.0 / 3);
  ASSERT_EQ(read.best.size(), 2U);
  EXPECT_EQ(read.best[0].step, 14);
  EXPECT_EQ(read.best[0].epoch, 2);
  EXPECT_EQ(read.best[1].value, 0.5);
}

TEST(RunState, MetricsThatAreNotFiniteSurvive) {
  RunState state;
  state.last_val = {{"loss", std::nan("")},
                    {"top1", std::numeric_limits<double>::infinity()},
                    {"top5", -std::numeric_limits<double>::infinity()}};
  const RunState read = run_state_from_json(json::parse(to_json(state).dump()), "here");
  EXPECT_TRUE(std::isnan(read.last_val.at("loss")));
  EXPECT_EQ(read.last_val.at("top1"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(read.last_val.at("top5"), -std::numeric_limits<double>::infinity());
}

TEST(RunState, EveryMissingOrWrongKeyIsAnErrorThatNamesThePlace) {
  const json whole = to_json(some_state());
  for (const auto& item : whole.items()) {
    json without = whole;
    without.erase(item.key());
    json wrong = whole;
    wrong[item.key()] = json::array({json::object({{"odd", nullptr}})});
    for (const json& damaged : {without, wrong}) {
      try {
        run_state_from_json(damaged, "step-00000019");
        ADD_FAILURE() << item.key() << " went unnoticed: " << damaged;
      } catch (const CheckpointError& error) {
        EXPECT_THAT(error.what(), HasSubstr("step-00000019"));
      }
    }
  }
}

TEST(RunState, ItsKeysAreThese) {
  // A key that disappears is something that a resume no longer restores.
  std::vector<std::string> keys;
  const json written = to_json(RunState{});
  for (const auto& item : written.items()) keys.push_back(item.key());
  EXPECT_THAT(keys,
              testing::UnorderedElementsAre("epoch",
                                            "batch",
                                            "step",
                                            "evaluated_step",
                                            "finished",
                                            "finish_reason",
                                            "since_record",
                                            "of_epoch",
                                            "last_train",
                                            "last_val",
                                            "best",
                                            "monitor",
                                            "early_stop",
                                            "schedule",
                                            "ema_updates",
                                            "elapsed_seconds",
                                            "last_lr"));
}

TEST(TrainTotals, MeansAreOverImagesAndSteps) {
  TrainTotals totals;
  EXPECT_TRUE(totals.means().empty());
  totals.add({6, 4, 4, 1, 2, 0.5, 1});
  totals.add({2, 2, 2, 1, 2, 1.5, 1});
  EXPECT_EQ(totals.means().at("loss"), 8.0 / 6);
  EXPECT_EQ(totals.means().at("top1"), 2.0 / 6);
  EXPECT_EQ(totals.means().at("top5"), 4.0 / 6);
  EXPECT_EQ(totals.means().at("grad_norm"), 1.0);
}

}  // namespace
}  // namespace trainer
