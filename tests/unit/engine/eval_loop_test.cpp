#include "engine/eval_loop.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/stop.h"
#include "unit/engine/tiny.h"

namespace trainer {
namespace {

using testing::ElementsAre;
using testing::Key;
using testing::UnorderedElementsAre;

constexpr std::int64_t kImages = 23;

std::shared_ptr<const Dataset> tiny_data() {
  SyntheticOptions options;
  options.samples = kImages;
  options.num_classes = test::kClasses;
  options.height = options.width = test::kSide;
  options.image_channels = 1;
  DatasetRequest request;
  request.split = "val";
  return open_synthetic(request, options);
}

struct Counter : ProgressSink {
  void evaluation_advanced(const EvaluationProgress& progress) override {
    images = progress.images;
  }
  void evaluation_ended(const EvaluationResult&) override { ++ended; }
  std::int64_t images = 0;
  int ended = 0;
};

struct Evaluation {
  explicit Evaluation(int batch_size) {
    PipelineOptions pipeline;
    pipeline.channels = 1;
    pipeline.random = false;
    pipeline.source_height = pipeline.source_width = test::kSide;
    LoaderOptions loading;
    loading.batch_size = batch_size;
    loading.workers = 2;
    loader = std::make_unique<Loader>(
        tiny_data(), make_sequential_sampler(kImages), make_pipeline({}, pipeline), loading);
    options.split = "val";
    options.classes = tiny_data()->class_names();
    options.total_images = kImages;
  }
  std::optional<EvaluationResult> run(NetworkModule& network) {
    return run_eval_loop(network, *loss, *loader, stage, options, counter);
  }

  std::unique_ptr<Loader> loader;
  std::unique_ptr<Loss> loss = test::tiny_loss();
  DeviceStage stage{c10::Device(c10::kCPU), test::plain_normalization(), false};
  EvalLoopOptions options;
  Counter counter;
};

TEST(EvalLoop, CountsEachSampleOnceWhateverTheBatchSize) {
  const auto network = test::tiny_network({{"batch_norm", "true"}});
  std::vector<double> losses;
  for (const int batch_size : {1, 5, 23}) {
    Evaluation evaluation(batch_size);
    for (int time = 0; time < 2; ++time) {
      const auto result = evaluation.run(*network);
      ASSERT_TRUE(result);
      EXPECT_EQ(result->count, kImages);
      EXPECT_EQ(evaluation.counter.images, kImages);
      std::int64_t support = 0;
      for (const auto& one : result->per_class) support += one.support;
      EXPECT_EQ(support, kImages);
      losses.push_back(result->metrics.at("loss"));
    }
    EXPECT_EQ(evaluation.counter.ended, 2);
  }
  for (const double loss : losses) EXPECT_NEAR(loss, losses.front(), 1e-6);
}

TEST(EvalLoop, Case83LeavesModeAndRunningStatisticsAsTheyWere) {
  const auto network = test::tiny_network({{"batch_norm", "true"}, {"dropout", "0.5"}});
  const auto before = test::snapshot(*network);
  Evaluation evaluation(5);
  ASSERT_TRUE(evaluation.run(*network));
  EXPECT_TRUE(network->is_training());
  for (const auto& [name, tensor] : test::snapshot(*network)) {
    EXPECT_TRUE(tensor.equal(before.at(name))) << name;
  }
  network->eval();
  ASSERT_TRUE(evaluation.run(*network));
  EXPECT_FALSE(network->is_training());
}

TEST(EvalLoop, GivesTheMetricsThatAreWanted) {
  const auto network = test::tiny_network();
  Evaluation evaluation(8);
  EXPECT_THAT(evaluation.run(*network)->metrics,
              UnorderedElementsAre(Key("loss"), Key("top1"), Key("top5"), Key("macro_recall")));
  evaluation.options.metrics = {"macro_recall"};
  EXPECT_THAT(evaluation.run(*network)->metrics, ElementsAre(Key("loss"), Key("macro_recall")));
}

TEST(EvalLoop, ALimitCountsBatches) {
  const auto network = test::tiny_network();
  Evaluation evaluation(5);
  evaluation.options.limit_batches = 2;
  EXPECT_EQ(evaluation.run(*network)->count, 10);
  evaluation.options.limit_batches.reset();
  EXPECT_EQ(evaluation.run(*network)->count, kImages);
}

TEST(EvalLoop, AStopEndsItWithoutAResult) {
  const auto network = test::tiny_network();
  Evaluation evaluation(5);
  request_stop();
  EXPECT_FALSE(evaluation.run(*network));
  clear_stop_request();
  EXPECT_TRUE(network->is_training());
  EXPECT_TRUE(evaluation.run(*network));
}

}  // namespace
}  // namespace trainer
