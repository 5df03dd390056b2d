#include "network/plan.h"

#include <gtest/gtest.h>

#include <trainer/network_builder.h>

namespace trainer {
namespace {

constexpr int kInput = NetworkBuilder::kInput;
using Flags = std::vector<bool>;

TEST(PlanExecution, MarksTheLastUseOfEachValue) {
  NetworkBuilder net({2, 4, 4}, 32);
  const int a = net.conv2d("a", kInput, {.out = 2});  // 0
  const int b = net.conv2d("b", a, {.out = 2});       // 1
  const int sum = net.add("sum", b, a);               // 2
  net.flatten("flat", net.add("twice", sum, sum));    // 3, 4
  const std::vector<PlannedStep> plan = plan_execution(net.finish());
  EXPECT_EQ(plan[0].last_use, Flags{true});
  EXPECT_EQ(plan[1].last_use, Flags{false});
  EXPECT_EQ(plan[2].last_use, (Flags{true, true}));
  EXPECT_EQ(plan[3].last_use, (Flags{false, true}));
}

TEST(PlanExecution, OverwritesOnlyWhatNobodyElseReads) {
  NetworkBuilder net({2, 4, 4}, 32);
  const int a = net.batch_norm2d("a", kInput);
  const int b = net.relu("b", a);
  const int c = net.relu("c", net.batch_norm2d("norm", b));
  const int sum = net.add("sum", a, c);
  net.flatten("flat", net.relu("last", sum));
  const Network network = net.finish();
  const std::vector<PlannedStep> plan = plan_execution(network);
  EXPECT_FALSE(plan[1].in_place) << "a is read again";
  EXPECT_TRUE(plan[3].in_place);
  EXPECT_FALSE(plan[4].in_place) << "a was read before";
  EXPECT_TRUE(plan[5].in_place);
}

TEST(PlanExecution, NeverOverwritesTheImagesOrWhatAGradientNeeds) {
  NetworkBuilder net({2, 4, 4}, 32);
  int x = net.relu("r0", kInput);
  x = net.relu("r1", x);
  x = net.activation("s", net.conv2d("c", x, {.out = 2}), op::ActivationKind::sigmoid);
  x = net.relu("r2", x);
  net.relu("r3", net.flatten("flat", net.conv2d("d", x, {.out = 2})));
  for (const PlannedStep& step : plan_execution(net.finish())) EXPECT_FALSE(step.in_place);
}

}  // namespace
}  // namespace trainer
