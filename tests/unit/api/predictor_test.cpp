#include <cmath>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>
#include <trainer/predictor.h>

#include "data/decode/png_writer.h"
#include "unit/api/tiny_run.h"

namespace trainer {
namespace {

using test::TinyRun;
using testing::HasSubstr;

/// A trained run and some pictures.
class PredictorTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    run_ = std::make_unique<TinyRun>();
    run_->fit();
    for (int i = 0; i < 5; ++i) {
      std::vector<std::uint8_t> pixels(8 * 8 * 3);
      for (std::size_t p = 0; p < pixels.size(); ++p) {
        pixels[p] = static_cast<std::uint8_t>(p * static_cast<std::size_t>(3 + i * 7) % 256);
      }
      paths_.push_back(run_->output() + "/" + std::to_string(i) + ".png");
      save_png(paths_.back(), pixels.data(), 8, 8, 3);
    }
  }
  static void TearDownTestSuite() {
    run_.reset();
    paths_.clear();
  }
  static inline std::unique_ptr<TinyRun> run_;
  static inline std::vector<std::string> paths_;
};

void expect_same(const std::vector<Prediction>& a, const std::vector<Prediction>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].index, b[i].index);
    EXPECT_EQ(a[i].class_name, b[i].class_name);
    EXPECT_NEAR(a[i].probability, b[i].probability, 1e-6);
  }
}

TEST_F(PredictorTest, FileMemoryAndBatchAgree) {
  const Predictor predictor = Predictor::load(run_->folder());
  const auto batch = predictor.predict_batch(paths_, 3);
  ASSERT_EQ(batch.size(), paths_.size());
  for (std::size_t i = 0; i < paths_.size(); ++i) {
    const std::vector<Prediction> file = predictor.predict(paths_[i], 3);
    const std::string bytes = test::text_of(paths_[i]);
    expect_same(file, batch[i].predictions);
    expect_same(file, predictor.predict(std::as_bytes(std::span(bytes)), 3));
    EXPECT_EQ(batch[i].logits.size(), 3U);
    double sum = 0;
    for (const Prediction& one : file) sum += one.probability;
    EXPECT_NEAR(sum, 1, 1e-5);
  }
}

TEST_F(PredictorTest, ABadImageIsAnAnswerInABatchAndAnErrorAlone) {
  const Predictor predictor = Predictor::load(run_->folder());
  const std::string bad = run_->output() + "/bad.png";
  std::ofstream(bad) << "no picture";
  const auto batch = predictor.predict_batch({paths_[0], bad, "nowhere.png", paths_[1]});
  EXPECT_TRUE(batch[0].error.empty());
  EXPECT_THAT(batch[1].error, HasSubstr("bad.png"));
  EXPECT_THAT(batch[2].error, HasSubstr("nowhere.png"));
  expect_same(batch[3].predictions, predictor.predict(paths_[1]));
  EXPECT_THROW(predictor.predict(bad), DataError);
  EXPECT_THROW(predictor.predict(std::span<const std::byte>{}), DataError);
}

TEST_F(PredictorTest, TopKIsBoundedByTheClasses) {
  const Predictor predictor = Predictor::load(run_->folder() + "/model.pt");
  EXPECT_EQ(predictor.predict(paths_[0], 1).size(), 1U);
  EXPECT_EQ(predictor.predict(paths_[0], 100).size(), 3U);
  EXPECT_EQ(predictor.predict(paths_[0], 0).size(), 0U);
  EXPECT_EQ(predictor.class_names().size(), 3U);
  EXPECT_TRUE(predictor.predict_batch({}).empty());
}

TEST_F(PredictorTest, SeveralThreadsTakeTurns) {
  const Predictor predictor = Predictor::load(run_->folder());
  const auto alone = predictor.predict_batch(paths_, 3);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int time = 0; time < 10; ++time) {
        const auto together = predictor.predict_batch(paths_, 3);
        for (std::size_t i = 0; i < together.size(); ++i) {
          expect_same(together[i].predictions, alone[i].predictions);
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace trainer
