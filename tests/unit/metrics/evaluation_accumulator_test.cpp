#include "metrics/evaluation_accumulator.h"

#include <limits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>

namespace trainer {
namespace {

using Labels = std::vector<std::int64_t>;
using Logits = std::vector<float>;
using Marks = std::vector<std::uint8_t>;

TEST(EvaluationAccumulator, CountsTop1Top5AndRecall) {
  EvaluationAccumulator metrics(6);
  metrics.add(Logits{9,
                     1,
                     2,
                     3,
                     4,
                     5,  // 0 is first
                     9,
                     1,
                     2,
                     3,
                     4,
                     5,  // 1 is sixth
                     9,
                     1,
                     2,
                     3,
                     4,
                     5},  // 2 is fifth
              Labels{0, 1, 2});
  metrics.add(Logits{0, 9, 0, 0, 0, 0}, Labels{1});
  EXPECT_EQ(metrics.count(), 4);
  EXPECT_DOUBLE_EQ(metrics.top1(), 0.5);
  EXPECT_DOUBLE_EQ(metrics.top5(), 0.75);
  EXPECT_DOUBLE_EQ(metrics.recall(0), 1);
  EXPECT_DOUBLE_EQ(metrics.recall(1), 0.5);
  EXPECT_EQ(metrics.support(1), 2);
  EXPECT_EQ(metrics.support(5), 0);
  EXPECT_DOUBLE_EQ(metrics.recall(5), 0);
  EXPECT_DOUBLE_EQ(metrics.macro_recall(), 0.5) << "classes without samples do not count";
}

TEST(EvaluationAccumulator, Top5OfFewClassesIsAllButNan) {
  EvaluationAccumulator metrics(3);
  metrics.add(Logits{1, 2, 3}, Labels{0});
  EXPECT_DOUBLE_EQ(metrics.top5(), 1);
  metrics.add(Logits{1, std::numeric_limits<float>::quiet_NaN(), 3}, Labels{2});
  EXPECT_DOUBLE_EQ(metrics.top5(), 0.5);
  EXPECT_DOUBLE_EQ(metrics.top1(), 0);
}

TEST(EvaluationAccumulator, LeavesPaddingRowsOut) {
  EvaluationAccumulator metrics(2);
  metrics.add(Logits{1, 0, 1, 0, 0, 1}, Labels{0, 1, 99}, Marks{1, 1, 0});
  EXPECT_EQ(metrics.count(), 2);
  EXPECT_DOUBLE_EQ(metrics.top1(), 0.5);
}

TEST(EvaluationAccumulator, LossIsSumByNormaliserOverTheWholeSplit) {
  EvaluationAccumulator metrics(2);
  metrics.add_loss(6, 3);
  metrics.add_loss(1, 1);
  EXPECT_DOUBLE_EQ(metrics.loss(), 7.0 / 4);
}

TEST(EvaluationAccumulator, RanksAddUp) {
  EvaluationAccumulator whole(2), a(2), b(2);
  whole.add(Logits{1, 0, 0, 1, 1, 0}, Labels{0, 0, 1});
  a.add(Logits{1, 0}, Labels{0});
  b.add(Logits{0, 1, 1, 0}, Labels{0, 1});
  a.add_loss(1, 1);
  b.add_loss(4, 2);
  a.merge(b);
  EXPECT_EQ(a.count(), 3);
  EXPECT_DOUBLE_EQ(a.top1(), whole.top1());
  EXPECT_DOUBLE_EQ(a.macro_recall(), whole.macro_recall());
  EXPECT_DOUBLE_EQ(a.loss(), 5.0 / 3);
  EXPECT_THROW(a.merge(EvaluationAccumulator(3)), InternalError);
}

TEST(EvaluationAccumulator, OfNothingIsZero) {
  const EvaluationAccumulator metrics(2);
  EXPECT_EQ(metrics.top1(), 0);
  EXPECT_EQ(metrics.loss(), 0);
  EXPECT_EQ(metrics.macro_recall(), 0);
}

TEST(EvaluationAccumulator, RefusesALabelThatIsNoClass) {
  EvaluationAccumulator metrics(2);
  for (const std::int64_t label : {-1, 2, -100}) {
    try {
      metrics.add(Logits{1, 0}, Labels{label});
      ADD_FAILURE() << label;
    } catch (const DataError& error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr("expected labels from 0 to 1"));
    }
  }
}

}  // namespace
}  // namespace trainer
