#include "engine/train_step.h"

#include <limits>

#include <ATen/Functions.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>

#include "unit/engine/tiny.h"
#include "unit/models/model_text.h"

namespace trainer {
namespace {

using test::snapshot;
using test::TinyBatch;
using test::TinyTraining;
using testing::HasSubstr;

double largest_difference(const std::map<std::string, at::Tensor>& a,
                          const std::map<std::string, at::Tensor>& b) {
  double largest = 0;
  for (const auto& [name, tensor] : a) {
    largest = std::max(largest, (tensor - b.at(name)).abs().max().item<double>());
  }
  return largest;
}

TEST(TrainStep, Case73AccumulationEqualsOneLargeBatch) {
  const TinyBatch batch(10);
  TinyTraining whole({}, {.clip_grad_norm = 0.1});
  TinyTraining pieces({}, {.micro_batch = 4, .clip_grad_norm = 0.1});  // 4, 4 and 2
  for (std::int64_t step = 0; step < 3; ++step) {
    const TrainTotals one = whole.step.run(batch.batch, step, 0.5, {});
    const TrainTotals many = pieces.step.run(batch.batch, step, 0.5, {});
    EXPECT_NEAR(one.loss_sum, many.loss_sum, 1e-5);
    EXPECT_NEAR(one.grad_norm_sum, many.grad_norm_sum, 1e-6);
    EXPECT_EQ(one.top1, many.top1);
    EXPECT_EQ(many.images, 10);
    EXPECT_EQ(many.steps, 1);
  }
  EXPECT_LT(largest_difference(snapshot(*whole.network), snapshot(*pieces.network)), 1e-6);
}

TEST(TrainStep, CountsTheLossOfTheWeightsBeforeTheUpdate) {
  const TinyBatch batch(6);
  TinyTraining training;
  const double expected =
      training.loss
          ->sum(training.network->forward(training.stage.put(batch.batch).images),
                at::arange(6, at::kLong).remainder(test::kClasses))
          .item<double>();
  EXPECT_NEAR(training.step.run(batch.batch, 0, 0.1, {}).loss_sum, expected, 1e-6);
}

TEST(TrainStep, SoftLabelsInPiecesEqualOneLargeBatch) {
  TinyBatch mixed(10);
  mixed.batch.mix.kind = BatchMix::Kind::mixup;
  mixed.batch.mix.share = 0.6;
  mix_labels(mixed.batch.mix, mixed.batch.labels, test::kClasses, mixed.batch.soft_labels);
  TinyTraining whole, pieces({}, {.micro_batch = 4});
  for (std::int64_t step = 0; step < 3; ++step) {
    const TrainTotals one = whole.step.run(mixed.batch, step, 0.5, {});
    const TrainTotals many = pieces.step.run(mixed.batch, step, 0.5, {});
    EXPECT_EQ(one.normaliser, 10);
    EXPECT_NEAR(one.loss_sum, many.loss_sum, 1e-5);
  }
  EXPECT_LT(largest_difference(snapshot(*whole.network), snapshot(*pieces.network)), 1e-6);
}

TEST(TrainStep, NotANumberLeavesWeightsAverageAndOptimizerAsTheyWere) {
  const TinyBatch batch(6);
  TinyTraining training({}, {}, "sgd", {{"momentum", "0.9"}});
  training.step.run(batch.batch, 0, 0.1, {});
  auto parameters = test::parameters_of(*training.network);
  {
    // The last bias alone is damaged: the gradients of all other weights would be NaN, too.
    const at::NoGradGuard no_grad;
    parameters.back().second.fill_(std::numeric_limits<float>::quiet_NaN());
  }
  const auto before = snapshot(*training.network);
  const auto average = training.ema.tensors().front().second.clone();
  try {
    training.step.run(batch.batch, 1, 0.1, {});
    FAIL() << "NaN went unnoticed";
  } catch (const NumericError& error) {
    EXPECT_THAT(error.what(), HasSubstr("step 2 (epoch 1, batch 1)"));
    EXPECT_THAT(error.what(), HasSubstr("left as they were"));
  }
  const auto after = snapshot(*training.network);
  for (const auto& [name, tensor] : before) {
    EXPECT_TRUE(at::allclose(tensor, after.at(name), 0, 0, /*equal_nan=*/true)) << name;
  }
  EXPECT_TRUE(average.equal(training.ema.tensors().front().second));
  EXPECT_EQ(training.ema.updates(), 1);
}

TEST(TrainStep, BadImagesThatLeaveOneForABatchNormOnOneValueAreNamed) {
  ModelRequest request;
  request.channels = 1;
  request.height = request.width = test::kSide;
  request.classes = test::kClasses;
  NetworkModule network(described("sequential", request, R"(layers:
- conv: {out: 4, kernel: 8}
- batch_norm
- flatten
- linear: {out: num_classes}
)"));
  network.train();
  const auto optimizer = test::tiny_optimizer(network);
  const auto loss = test::tiny_loss();
  DeviceStage stage(c10::Device(c10::kCPU), test::plain_normalization(), false);
  TrainStep step(network, *loss, *optimizer, nullptr, stage, {});
  const TinyBatch two(2), one(1);
  EXPECT_EQ(step.run(two.batch, 0, 0.1, {}).images, 2);
  try {
    step.run(one.batch, 1, 0.1, {});
    FAIL() << "one value was normalised";
  } catch (const DataError& error) {
    EXPECT_THAT(error.what(), HasSubstr("step 2: "));
    EXPECT_THAT(error.what(), HasSubstr("data.on_bad_image: substitute"));
  }
}

TEST(TrainStep, DropoutDependsOnSeedAndStepAlone) {
  const TinyBatch batch(6);
  const auto loss_of = [&](std::uint64_t seed, std::int64_t step, bool disturbed) {
    TinyTraining training({{"dropout", "0.5"}}, {.seed = seed});
    if (disturbed) at::rand({17});
    return training.step.run(batch.batch, step, 0.1, {}).loss_sum;
  };
  EXPECT_EQ(loss_of(1, 0, false), loss_of(1, 0, true));
  EXPECT_NE(loss_of(1, 0, false), loss_of(1, 1, false));
  EXPECT_NE(loss_of(1, 0, false), loss_of(2, 0, false));
}

TEST(TrainStep, FrozenParametersStay) {
  const TinyBatch batch(6);
  TinyTraining training;
  const auto parameters = test::parameters_of(*training.network);
  parameters.front().second.set_requires_grad(false);
  const auto before = snapshot(*training.network);
  training.step.run(batch.batch, 0, 0.5, {});
  const auto after = snapshot(*training.network);
  EXPECT_TRUE(before.at(parameters.front().first).equal(after.at(parameters.front().first)));
  EXPECT_FALSE(before.at(parameters.back().first).equal(after.at(parameters.back().first)));
}

}  // namespace
}  // namespace trainer
