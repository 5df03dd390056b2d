#include <map>
#include <string>
#include <vector>

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <gtest/gtest.h>

#include "loss/loss.h"
#include "unit/optim/component.h"
#include "unit/optim/optimizers.h"

namespace trainer {
namespace {

constexpr std::int64_t kMicroBatch = 3;
constexpr std::int64_t kMicroBatches = 10;
constexpr std::int64_t kPerStep = 4;
constexpr std::int64_t kClasses = 5;

struct Problem {
  at::Tensor inputs = (at::arange(kMicroBatches * kMicroBatch * 6, at::kFloat) * 0.37)
                          .sin()
                          .reshape({kMicroBatches * kMicroBatch, 6});
  at::Tensor labels = at::arange(kMicroBatches * kMicroBatch, at::kLong).remainder(kClasses);
  at::Tensor weight =
      test::leaf((at::arange(6 * kClasses, at::kFloat) * 0.91).cos().reshape({6, kClasses}));
};

/// Trains on steps of `kPerStep` micro-batches, each step's gradients gathered from pieces of
/// `piece` images; gives the weight after the last step, which has only two micro-batches.
at::Tensor train(const Loss& criterion, std::int64_t piece) {
  Problem problem;
  const auto sgd = test::optimizer(
      "sgd", test::one_group({problem.weight}, 1e-3), {{"momentum", "0.9"}, {"nesterov", "true"}});
  const std::int64_t all = problem.inputs.size(0);
  for (std::int64_t from = 0; from < all; from += kPerStep * kMicroBatch) {
    const std::int64_t to = std::min(from + kPerStep * kMicroBatch, all);
    const at::Tensor step_labels = problem.labels.slice(0, from, to).contiguous();
    const auto* host = step_labels.const_data_ptr<std::int64_t>();
    const double normaliser = criterion.normaliser({host, host + (to - from)});
    sgd->zero_grad();
    for (std::int64_t begin = from; begin < to; begin += piece) {
      const std::int64_t end = std::min(begin + piece, to);
      const at::Tensor logits = problem.inputs.slice(0, begin, end).matmul(problem.weight) * 10;
      (criterion.sum(logits, problem.labels.slice(0, begin, end)) / normaliser).backward();
    }
    EXPECT_GT(clip_grad_norm(sgd->groups(), 1.0).item<float>(), 1) << "clipping must be at work";
    sgd->step(0.5);
  }
  return problem.weight.detach();
}

/// The last step averages over its own two micro-batches, not over four.
TEST(Accumulation, Case73EqualsOneLargeBatchAlsoInTheShortLastGroup) {
  const std::vector<std::map<std::string, std::string>> choices{
      {}, {{"label_smoothing", "0.1"}}, {{"class_weights", "[3, 1, 0.2, 1, 2]"}}};
  for (const auto& keys : choices) {
    const auto criterion = make_loss({test::component(loss_catalog(), "cross_entropy", keys)},
                                     std::vector<std::int64_t>(kClasses, 6));
    const at::Tensor large = train(*criterion, kPerStep * kMicroBatch);
    EXPECT_TRUE(at::allclose(train(*criterion, kMicroBatch), large, 0, 1e-6));
    EXPECT_TRUE(at::allclose(train(*criterion, 5), large, 0, 1e-6)) << "pieces of 5, 5 and 2";
    EXPECT_FALSE(at::allclose(Problem().weight.detach(), large, 0, 1e-3)) << "it must have moved";
  }
}

}  // namespace
}  // namespace trainer
