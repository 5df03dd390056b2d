#include "engine/checkpointing.h"

#include <limits>

#include <ATen/Functions.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <trainer/error.h>

#include "unit/base/temp_folder.h"
#include "unit/engine/tiny.h"

namespace trainer {
namespace {

using test::TinyBatch;
using test::TinyTraining;
using testing::HasSubstr;

TinyTraining training_with(const std::string& width = "4") {
  return TinyTraining(
      {{"width", width}, {"batch_norm", "true"}, {"dropout", "0.2"}}, {.seed = 5}, "adamw");
}

RunTensors tensors_of(TinyTraining& training) {
  return {*training.network, *training.optimizer, &training.ema};
}

std::string saved(TinyTraining& training, const test::TempFolder& folder) {
  CheckpointStore store(folder.path());
  store.prepare();
  return store.save(3, checkpoint_files(tensors_of(training), {}), nlohmann::json::object());
}

TEST(Checkpointing, GoesOnFromARestoredCheckpointBitForBit) {
  const TinyBatch batch(6);
  TinyTraining straight = training_with();
  for (std::int64_t step = 0; step < 3; ++step) straight.step.run(batch.batch, step, 0.01, {});
  const test::TempFolder folder;
  const std::string checkpoint = saved(straight, folder);

  TinyTraining resumed = training_with();
  restore_tensors(tensors_of(resumed), checkpoint, straight.ema.updates());
  for (std::int64_t step = 3; step < 6; ++step) {
    EXPECT_EQ(straight.step.run(batch.batch, step, 0.01, {}).loss_sum,
              resumed.step.run(batch.batch, step, 0.01, {}).loss_sum);
  }
  const auto expected = checkpoint_files(tensors_of(straight), {});
  const auto found = checkpoint_files(tensors_of(resumed), {});
  ASSERT_EQ(expected.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(expected[i].bytes, found[i].bytes) << expected[i].name;
}

TEST(Checkpointing, WeightsThatOverflowedAreNotSaved) {
  TinyTraining training = training_with();
  {
    const at::NoGradGuard no_grad;
    test::parameters_of(*training.network)
        .back()
        .second.fill_(std::numeric_limits<float>::infinity());
  }
  try {
    checkpoint_files(tensors_of(training), {});
    FAIL() << "Inf was saved";
  } catch (const NumericError& error) {
    EXPECT_THAT(error.what(), HasSubstr("has become Inf or NaN"));
  }
}

TEST(Checkpointing, Case59WeightsAloneGoOnDifferently) {
  const TinyBatch batch(6);
  TinyTraining straight = training_with();
  for (std::int64_t step = 0; step < 3; ++step) straight.step.run(batch.batch, step, 0.01, {});
  TinyTraining weights_only = training_with();
  const at::NoGradGuard no_grad;
  const auto from = test::snapshot(*straight.network);
  for (auto& [name, tensor] : state_dict(*weights_only.network)) tensor.copy_(from.at(name));
  {
    const at::AutoGradMode grad(true);
    straight.step.run(batch.batch, 3, 0.01, {});
    weights_only.step.run(batch.batch, 3, 0.01, {});
  }
  const auto other = test::snapshot(*weights_only.network);
  const auto own = test::snapshot(*straight.network);
  bool equal = true;
  for (const auto& [name, tensor] : own) equal = equal && tensor.equal(other.at(name));
  EXPECT_FALSE(equal);
}

TEST(Checkpointing, ARunThatHasMadeNoStepIsRestoredToo) {
  TinyTraining fresh = training_with();
  const test::TempFolder folder;
  const std::string checkpoint = saved(fresh, folder);
  TinyTraining resumed = training_with();
  restore_tensors(tensors_of(resumed), checkpoint, 0);
  const TinyBatch batch(6);
  EXPECT_EQ(fresh.step.run(batch.batch, 0, 0.01, {}).loss_sum,
            resumed.step.run(batch.batch, 0, 0.01, {}).loss_sum);
}

TEST(Checkpointing, AnotherNetworkIsRefusedAndNothingChanged) {
  TinyTraining small = training_with();
  const test::TempFolder folder;
  const std::string checkpoint = saved(small, folder);
  TinyTraining large = training_with("6");
  const auto before = test::snapshot(*large.network);
  EXPECT_THROW(restore_tensors(tensors_of(large), checkpoint, 0), CheckpointError);
  for (const auto& [name, tensor] : test::snapshot(*large.network)) {
    EXPECT_TRUE(tensor.equal(before.at(name))) << name;
  }
}

TEST(Checkpointing, BothWeightsFilesCarryTheCardAndSayWhatTheyAre) {
  TinyTraining training = training_with();
  const test::TempFolder folder;
  ModelCard card;
  card.classes = {"a", "b", "c"};
  card.class_counts = {1, 2, 3};
  CheckpointStore store(folder.path());
  store.prepare();
  const std::string place =
      store.save(1, checkpoint_files(tensors_of(training), card), nlohmann::json::object());
  for (const auto& [file, kind] : {std::pair("model.pt", "raw"), {"ema.pt", "ema"}}) {
    const ModelCard read = read_model_card(read_pt(place + "/" + file));
    EXPECT_EQ(read.classes, card.classes);
    EXPECT_EQ(read.class_counts, card.class_counts);
    EXPECT_EQ(read.weights, kind);
  }
  try {
    read_model_card(read_pt(place + "/optimizer.pt"));
    FAIL();
  } catch (const CheckpointError& error) {
    EXPECT_THAT(error.what(), HasSubstr("trainer.json"));
  }
}

}  // namespace
}  // namespace trainer
