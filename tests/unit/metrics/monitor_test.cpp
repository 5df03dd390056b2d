#include "metrics/monitor.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <trainer/error.h>

namespace trainer {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(Monitor, FollowsItsDirection) {
  Monitor up({.higher_is_better = true});
  EXPECT_TRUE(up.improved(0.5));
  EXPECT_FALSE(up.improved(0.4));
  EXPECT_FALSE(up.improved(0.5)) << "equal is no improvement";
  EXPECT_TRUE(up.improved(0.6));
  Monitor down({.higher_is_better = false});
  EXPECT_TRUE(down.improved(0.5));
  EXPECT_TRUE(down.improved(0.4));
  EXPECT_FALSE(down.improved(0.45));
}

TEST(Monitor, NanAndInfinityNeverWin) {
  for (const bool rising : {true, false}) {
    Monitor monitor({.higher_is_better = rising});
    for (const double bad : {kNan, kInf, -kInf}) EXPECT_FALSE(monitor.improved(bad));
    EXPECT_FALSE(monitor.best().has_value());
    EXPECT_TRUE(monitor.improved(0.1)) << "a bad first value must not block";
    for (const double bad : {kNan, kInf, -kInf}) EXPECT_FALSE(monitor.improved(bad));
    EXPECT_EQ(monitor.best(), 0.1);
  }
}

TEST(Monitor, StopsAfterPatienceValuesWithoutImprovement) {
  Monitor monitor({.higher_is_better = false, .patience = 2});
  for (const double value : {1.0, 1.1, 0.9, 0.95}) {
    monitor.improved(value);
    EXPECT_FALSE(monitor.should_stop());
  }
  monitor.improved(kNan);
  EXPECT_TRUE(monitor.should_stop());
}

TEST(Monitor, WithoutPatienceNeverStops) {
  Monitor monitor({});
  for (int i = 0; i < 100; ++i) monitor.improved(0.5);
  EXPECT_FALSE(monitor.should_stop());
  EXPECT_EQ(monitor.without_improvement(), 99);
}

TEST(Monitor, SmallGainsAreNoImprovement) {
  Monitor monitor({.higher_is_better = true, .min_delta = 0.1});
  EXPECT_TRUE(monitor.improved(0.5));
  EXPECT_FALSE(monitor.improved(0.55));
  EXPECT_TRUE(monitor.improved(0.65));
}

TEST(Monitor, StateGoesOnWhereItStopped) {
  const std::vector<double> values{kNan, 0.1, 0.3, 0.2, 0.25, 0.4, 0.3};
  for (std::size_t cut = 0; cut <= values.size(); ++cut) {
    Monitor whole({.patience = 2}), first({.patience = 2}), second({.patience = 2});
    for (const double value : values) whole.improved(value);
    for (std::size_t i = 0; i < cut; ++i) first.improved(values[i]);
    for (const auto& [name, value] : first.state()) EXPECT_TRUE(std::isfinite(value)) << name;
    second.load_state(first.state());
    for (std::size_t i = cut; i < values.size(); ++i) second.improved(values[i]);
    EXPECT_EQ(whole.state(), second.state());
  }
  EXPECT_THROW(Monitor({}).load_state({}), CheckpointError);
}

}  // namespace
}  // namespace trainer
