/// data.resident as a user meets it: no byte of a run changes, and what cannot be is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/program.h"

namespace trainer::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kConfiguration = R"(name: small
seed: 3
data: {format: synthetic, samples: 60, num_classes: 3, height: 12, width: 12, workers: 2}
transforms:
  train: [{random_crop: {size: 12, padding: 2}}, horizontal_flip, {cutout: 4}, normalize: imagenet]
  val: [normalize: imagenet]
model: {name: simple_cnn, width: 4}
optimizer: {name: sgd, lr: 0.02, momentum: 0.9}
train: {epochs: 2, batch_size: 8, cutmix: 1.0}
)";

class Resident : public testing::Test {
 protected:
  Resident() {
    folder_.write("small.yaml", kConfiguration);
    start_.folder = folder_.path();
  }
  Outcome fit(std::vector<std::string> words) const {
    words.insert(words.begin(), {"--verbose", "fit", "--config", "small.yaml"});
    return run(words, start_);
  }
  /// The optimizer's state is a function of all that the run has seen; model.pt holds the
  /// configuration, too.
  std::string optimizer(const std::string& name) const {
    return read_text(folder_.path() / "runs" / name / "checkpoints/last/optimizer.pt");
  }

  const TemporaryFolder folder_;
  Start start_;
};

TEST_F(Resident, ChangesNoByteOfARun) {
  const Outcome resident = fit({"name=resident"});
  ASSERT_EQ(resident.code, 0) << resident.err;
  EXPECT_THAT(resident.err, HasSubstr("the training images stay in memory"));
  EXPECT_THAT(resident.err, HasSubstr("the validation images stay in memory"));
  const Outcome loader = fit({"name=loader", "data.resident=false"});
  ASSERT_EQ(loader.code, 0) << loader.err;
  EXPECT_THAT(loader.err, Not(HasSubstr("stay in memory")));
  EXPECT_TRUE(optimizer("resident") == optimizer("loader"));
  EXPECT_FALSE(optimizer("resident").empty());
}

TEST_F(Resident, ARunMayGoOnTheOtherWay) {
  ASSERT_EQ(fit({"name=whole", "data.resident=false"}).code, 0);
  ASSERT_EQ(fit({"name=parts", "train.max_steps=11"}).code, 0);
  const Outcome rest =
      fit({"name=parts", "data.resident=false", "--allow-change", "train.max_steps"});
  ASSERT_EQ(rest.code, 0) << rest.err;
  EXPECT_TRUE(optimizer("parts") == optimizer("whole"));
}

TEST_F(Resident, ABenchmarkSpeaksOfNoDecodeThreads) {
  const Outcome outcome = run({"benchmark", "--config", "small.yaml", "--seconds", "0.1"}, start_);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("images resident in memory"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("decode thread")));
}

TEST_F(Resident, WhatCannotBeIsRefusedWithItsReason) {
  const Outcome outcome = fit(
      {"data.resident=true", "transforms.train=[{random_resized_crop: 12}, normalize: imagenet]"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("data.resident"));
  EXPECT_THAT(outcome.err, HasSubstr("random_resized_crop"));
}

}  // namespace
}  // namespace trainer::test
