#include "metrics/accumulate.h"

#include <vector>

#include <ATen/Functions.h>
#include <gtest/gtest.h>

namespace trainer {
namespace {

TEST(Accumulate, TakesAnyLayoutAndFloatingPointType) {
  const at::Tensor logits = at::tensor({1.F, 2.F, 3.F, 9.F, 8.F, 7.F}).reshape({2, 3});
  for (const at::Tensor& form : {logits,
                                 logits.t().contiguous().t(),
                                 logits.to(at::kBFloat16),
                                 logits.to(at::kDouble).requires_grad_()}) {
    EvaluationAccumulator metrics(3);
    accumulate(metrics, form, std::vector<std::int64_t>{2, 1});
    EXPECT_DOUBLE_EQ(metrics.top1(), 0.5);
    EXPECT_DOUBLE_EQ(metrics.recall(2), 1);
  }
}

TEST(Accumulate, LeavesPaddingOut) {
  EvaluationAccumulator metrics(3);
  accumulate(
      metrics, at::ones({2, 3}), std::vector<std::int64_t>{0, 0}, std::vector<std::uint8_t>{1, 0});
  EXPECT_EQ(metrics.count(), 1);
}

}  // namespace
}  // namespace trainer
