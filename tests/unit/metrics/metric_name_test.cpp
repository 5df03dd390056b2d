#include "metrics/metric_name.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>

namespace trainer {
namespace {

TEST(MetricName, SplitsAtTheSlash) {
  EXPECT_EQ(parse_metric_name("val/top1"), (MetricName{"val", "top1"}));
  EXPECT_EQ(parse_metric_name("train/loss"), (MetricName{"train", "loss"}));
}

TEST(MetricName, RefusesEverythingElse) {
  for (const char* text : {"", "top1", "val/", "/top1", "test/top1", "val/top1/x", "VAL/top1"}) {
    try {
      parse_metric_name(text);
      ADD_FAILURE() << text;
    } catch (const UsageError& error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr("val/top1"));
    }
  }
}

TEST(MetricName, AutoFollowsTheMetric) {
  EXPECT_TRUE(higher_is_better({"val", "top1"}, "auto"));
  EXPECT_TRUE(higher_is_better({"val", "top5"}, "auto"));
  EXPECT_FALSE(higher_is_better({"val", "loss"}, "auto"));
  EXPECT_TRUE(higher_is_better({"val", "loss"}, "max"));
  EXPECT_FALSE(higher_is_better({"val", "top1"}, "min"));
}

TEST(MetricName, AutoRefusesAMetricItDoesNotKnow) {
  try {
    higher_is_better({"val", "speed"}, "auto");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(
        error.what(),
        ::testing::AllOf(::testing::HasSubstr("speed"), ::testing::HasSubstr("min or max")));
  }
  EXPECT_TRUE(higher_is_better({"val", "speed"}, "max"));
  EXPECT_THROW(higher_is_better({"val", "top1"}, "up"), UsageError);
}

}  // namespace
}  // namespace trainer
