#include "engine/cadence.h"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace trainer {
namespace {

using testing::ElementsAre;

std::vector<std::int64_t> due_steps(const Span& every,
                                    std::int64_t steps,
                                    std::int64_t steps_per_epoch) {
  std::vector<std::int64_t> due;
  for (std::int64_t step = 1; step <= steps; ++step) {
    if (is_due(every, step, steps_per_epoch)) due.push_back(step);
  }
  return due;
}

TEST(Cadence, StepsCountThroughEpochs) {
  EXPECT_THAT(due_steps({4, SpanUnit::steps}, 14, 7), ElementsAre(4, 8, 12));
}

TEST(Cadence, EpochsEndAtTheirLastStep) {
  EXPECT_THAT(due_steps({1, SpanUnit::epochs}, 21, 7), ElementsAre(7, 14, 21));
  EXPECT_THAT(due_steps({2, SpanUnit::epochs}, 21, 7), ElementsAre(14));
}

TEST(Cadence, FractionsOfAnEpochEndAtTheFirstStepAtOrAfterThem) {
  EXPECT_THAT(due_steps({0.5, SpanUnit::epochs}, 14, 7), ElementsAre(4, 7, 11, 14));
  EXPECT_THAT(due_steps({0.1, SpanUnit::epochs}, 30, 30),
              ElementsAre(3, 6, 9, 12, 15, 18, 21, 24, 27, 30));
}

TEST(Cadence, PeriodsShorterThanAStepEndAtEachStep) {
  EXPECT_THAT(due_steps({0.01, SpanUnit::epochs}, 3, 7), ElementsAre(1, 2, 3));
}

}  // namespace
}  // namespace trainer
