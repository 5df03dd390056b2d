#include "api/data_set_up.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>

#include "data/decode/png_writer.h"
#include "data/sources/split.h"
#include "unit/api/tiny_run.h"

namespace trainer {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

/// Folders of small pictures: `split/class/number.png`.
class DataSetUp : public testing::Test {
 protected:
  void add(const std::string& split, const std::string& name, int images) const {
    const std::string place = folder_ / (split + "/" + name);
    fs::create_directories(place);
    for (int i = 0; i < images; ++i) {
      const std::vector<std::uint8_t> pixels(4 * 4 * 3, static_cast<std::uint8_t>(40 * i + 20));
      save_png(place + "/" + std::to_string(i) + ".png", pixels.data(), 4, 4, 3);
    }
  }
  RunOptions run(std::vector<std::string> overrides = {}) const {
    overrides.push_back("data.train=" + folder_.path() + "/train");
    return read_run_options(
        parse_config("name: x\ndata: {format: image_folder}\nmodel: {name: simple_cnn}\n"
                     "transforms: {train: [{center_crop: {size: 4}}, normalize: auto],"
                     " val: [{center_crop: {size: 4}}, normalize: auto]}\n",
                     "run.yaml",
                     overrides));
  }
  test::TempFolder folder_;
};

TEST_F(DataSetUp, Case9ValidationIsMappedByNameWhereAClassIsMissing) {
  for (const char* name : {"0", "90", "180", "270"}) add("train", name, 2);
  for (const char* name : {"0", "90", "270"}) add("val", name, 1);
  const TrainingData data = open_training_data(
      run({"data.val=" + folder_.path() + "/val", "data.allow_empty_classes=true"}));
  EXPECT_THAT(data.classes, ElementsAre("0", "180", "270", "90"));
  ASSERT_EQ(data.val->size(), 3);
  EXPECT_THAT(class_counts(*data.val), ElementsAre(1, 0, 1, 1));
}

TEST_F(DataSetUp, Case10AFixedOrderOfClassesIsKept) {
  add("train", "cat", 1);
  add("train", "dog", 2);
  const TrainingData data = open_training_data(run({"data.classes=[dog, cat]"}));
  EXPECT_THAT(data.classes, ElementsAre("dog", "cat"));
  EXPECT_THAT(class_counts(*data.train), ElementsAre(2, 1));
  EXPECT_EQ(data.val, nullptr);
}

TEST_F(DataSetUp, ASplitOfTheTrainingDataKeepsTheModelsOrderOfClasses) {
  add("train", "cat", 4);
  add("train", "dog", 6);
  const RunOptions options = run({"data.split={val: 0.5}"});
  const auto val = open_split(options, "val", {"dog", "cat"});
  EXPECT_THAT(val->class_names(), ElementsAre("dog", "cat"));
  EXPECT_THAT(class_counts(*val), ElementsAre(3, 2));
  EXPECT_EQ(open_split(options, "train", {"dog", "cat"})->size(), 5);
}

TEST_F(DataSetUp, ASplitWithoutDataSaysHowToNameIt) {
  add("train", "cat", 1);
  add("train", "dog", 1);
  try {
    open_split(run(), "test", {"cat", "dog"});
    FAIL();
  } catch (const DataError& error) {
    EXPECT_THAT(error.what(), HasSubstr("data.test"));
    EXPECT_THAT(error.what(), HasSubstr("--data"));
  }
  add("elsewhere", "dog", 3);
  EXPECT_EQ(
      open_split(
          run({"data.allow_empty_classes=true"}), "test", {"cat", "dog"}, folder_ / "elsewhere")
          ->size(),
      3);
}

TEST_F(DataSetUp, StatisticsAreThoseOfTheTrainingImagesUnlessGiven) {
  add("train", "cat", 2);
  add("train", "dog", 2);
  const TrainingData data = open_training_data(run());
  const Pipelines measured = make_pipelines(run(), *data.train);
  EXPECT_NEAR(measured.train->normalization().mean[0], 40.0 / 255, 1e-6);
  EXPECT_EQ(measured.val->normalization().mean, measured.train->normalization().mean);
  const Normalization earlier{{0.1F, 0.2F, 0.3F}, {0.5F, 0.5F, 0.5F}};
  EXPECT_EQ(make_pipelines(run(), *data.train, earlier).val->normalization().mean, earlier.mean);
}

TEST_F(DataSetUp, TheFingerprintKnowsFilesLabelsAndClassesButNotThePlace) {
  add("train", "cat", 2);
  add("train", "dog", 2);
  const std::string before = data_fingerprint(*open_training_data(run()).train);
  EXPECT_NE(data_fingerprint(*open_training_data(run({"data.classes=[dog, cat]"})).train), before);
  fs::rename(folder_ / "train", folder_ / "moved");
  fs::create_directory_symlink(folder_ / "moved", folder_ / "train");
  EXPECT_EQ(data_fingerprint(*open_training_data(run()).train), before);
  add("moved", "dog", 3);
  EXPECT_NE(data_fingerprint(*open_training_data(run()).train), before);
}

TEST_F(DataSetUp, EvaluationNeverSubstitutesOrDrops) {
  add("train", "cat", 1);
  add("train", "dog", 1);
  const RunOptions options = run({"data.on_bad_image=substitute", "data.drop_last=true"});
  EXPECT_EQ(train_loader_options(options).on_bad_image, BadImagePolicy::substitute);
  EXPECT_TRUE(train_loader_options(options).drop_last);
  EXPECT_EQ(eval_loader_options(options, 7).on_bad_image, BadImagePolicy::skip);
  EXPECT_FALSE(eval_loader_options(options, 7).drop_last);
  EXPECT_EQ(eval_loader_options(options, 7).batch_size, 7);
}

}  // namespace
}  // namespace trainer
