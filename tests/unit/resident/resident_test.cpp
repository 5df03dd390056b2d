/// Resident images give the batches of a loader, bit for bit, or say why they cannot.
#include <memory>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/resident/resident_loader.h"
#include "data/sources/raw_dataset.h"
#include "unit/loader/fake_dataset.h"
#include "unit/transforms/helpers.h"

namespace trainer {
namespace {

using ::testing::HasSubstr;

constexpr int kHeight = 12, kWidth = 9, kImages = 50;

std::shared_ptr<RawDataset> raw_dataset(int channels, int height = kHeight, int width = kWidth) {
  RawImages images;
  images.size = {height, width, channels};
  images.file = "set";
  for (int i = 0; i < kImages; ++i) {
    const auto pixels = testing::noise(height, width, channels, static_cast<std::uint32_t>(i));
    images.pixels.insert(images.pixels.end(), pixels.begin(), pixels.end());
    images.labels.push_back(static_cast<std::uint8_t>(i % 3));
  }
  return std::make_shared<RawDataset>(std::move(images),
                                      std::vector<std::string>{"a", "b", "c"},
                                      std::vector<std::int64_t>{0, 1, 2});
}

std::shared_ptr<Pipeline> pipeline_of(const std::string& list, int channels, RawSize raw) {
  PipelineOptions options;
  options.channels = channels;
  options.key = "transforms.train";
  options.source_height = raw.height;
  options.source_width = raw.width;
  return make_pipeline(testing::components(list), options);
}

LoaderOptions loader_options() {
  LoaderOptions options;
  options.batch_size = 8;
  options.workers = 2;
  options.seed = 3;
  return options;
}

/// Both ways to the batches of one data set.
struct Rivals {
  Rivals(const std::string& list,
         int channels,
         const LoaderOptions& options = loader_options(),
         int times = 1)
      : dataset(raw_dataset(channels)),
        pipeline(pipeline_of(list, channels, dataset->raw_size())),
        sampler(make_repeated_sampler(kImages, times, options.seed)),
        loader(dataset, sampler, pipeline, options),
        resident(dataset, sampler, pipeline, options) {}

  void expect_equal() {
    const auto expected = testing::drain(loader, 3);
    ASSERT_EQ(expected.size(), static_cast<std::size_t>(3 * loader.batches_per_epoch()));
    EXPECT_TRUE(testing::drain(resident, 3) == expected);
  }

  std::shared_ptr<const Dataset> dataset;
  std::shared_ptr<const Pipeline> pipeline;
  std::shared_ptr<const Sampler> sampler;
  Loader loader;
  ResidentLoader resident;
};

const char* const kLists[] = {
    "[]",
    "[horizontal_flip]",
    "[alternating_flip]",
    "[{random_crop: {size: 7}}]",
    "[{random_crop: {size: [12, 9], padding: 3}}, horizontal_flip]",
    "[horizontal_flip, {random_crop: {size: [12, 9], padding: 2, fill: 90}}]",
    "[{random_crop: {size: [12, 9], padding: [4, 1], padding_mode: reflect}}, alternating_flip]",
    "[horizontal_flip, {random_crop: {size: [12, 9], padding: [4, 0, 1, 2], padding_mode: edge}}]",
    "[{random_crop: {size: 20, padding_mode: symmetric}}, horizontal_flip]",
    "[{resize: [16, 14]}, {random_crop: {size: 14, padding: 1}}, horizontal_flip]",
    "[{center_crop: 8}, {random_crop: {size: 8, padding: 2}}, {cutout: 4}]",
    "[horizontal_flip, {cutout: {size: 5, count: 3, p: 0.5, value: 17}}]",
    "[{random_crop: {size: 9, padding: 2}}, horizontal_flip, {random_erasing: 0.6}, {cutout: 3}]",
};

TEST(ResidentLoader, GivesTheBytesOfALoader) {
  for (const char* list : kLists) {
    for (const int channels : {1, 3}) {
      SCOPED_TRACE(list);
      Rivals(list, channels).expect_equal();
    }
  }
}

TEST(ResidentLoader, GivesTheBytesOfALoaderWithColoursForEachChannel) {
  Rivals(
      "[{random_crop: {size: [12, 9], padding: 3, fill: [1, 2, 3]}}, horizontal_flip, {cutout: "
      "{size: 4, value: [200, 100, 0]}}]",
      3)
      .expect_equal();
}

TEST(ResidentLoader, MixesLabelsAsALoaderDoes) {
  LoaderOptions options = loader_options();
  options.mix = {0.4, 1.0, 0.8};
  Rivals("[horizontal_flip]", 3, options).expect_equal();
}

TEST(ResidentLoader, LeavesOutTheShortBatchAndRepeatsSamplesAsALoaderDoes) {
  LoaderOptions options = loader_options();
  options.drop_last = true;
  Rivals("[{random_crop: {size: 7}}]", 1, options, 3).expect_equal();
}

TEST(ResidentLoader, GoesOnFromAnyBatch) {
  Rivals both("[{random_crop: {size: [12, 9], padding: 3}}, horizontal_flip]", 3);
  const auto all = testing::drain(both.loader, 2);
  for (std::size_t i = 0; i < all.size(); ++i) {
    both.resident.seek(all[i].epoch, all[i].index);
    EXPECT_TRUE(testing::copy_of(*both.resident.next()) == all[i]);
  }
  both.resident.stop_after(1);
  both.resident.seek(1, both.resident.batches_per_epoch());
  EXPECT_EQ(both.resident.next(), nullptr);
  EXPECT_THROW(both.resident.seek(1, 8), UsageError);
}

TEST(ResidentLoader, TurnsGrayImagesIntoColourOnesOnce) {
  const auto gray = raw_dataset(1);
  const auto pipeline = pipeline_of("[horizontal_flip]", 3, gray->raw_size());
  const std::shared_ptr<const Sampler> order = make_sequential_sampler(kImages);
  Loader loader(gray, order, pipeline, loader_options());
  ResidentLoader resident(gray, order, pipeline, loader_options());
  EXPECT_EQ(resident.bytes(), std::uint64_t{kImages} * kHeight * kWidth * 3);
  EXPECT_TRUE(testing::drain(resident, 2) == testing::drain(loader, 2));
}

std::string obstacle(const std::string& list, std::uint64_t most_bytes = 1 << 20) {
  const auto dataset = raw_dataset(3);
  return ResidentSet::obstacle(*dataset, *pipeline_of(list, 3, dataset->raw_size()), most_bytes);
}

TEST(ResidentSet, SaysWhichTransformStandsAgainstIt) {
  EXPECT_EQ(obstacle("[horizontal_flip, {cutout: 4}]"), "");
  EXPECT_THAT(obstacle("[{random_resized_crop: 8}]"), HasSubstr("random_resized_crop"));
  EXPECT_THAT(obstacle("[{random_crop: 8}, {resize: 10}]"),
              HasSubstr("resize comes after random_crop"));
  EXPECT_THAT(obstacle("[{cutout: 4}, horizontal_flip]"),
              HasSubstr("horizontal_flip comes after cutout"));
  EXPECT_THAT(obstacle("[{random_crop: 8}, {random_crop: 6}]"), HasSubstr("another random_crop"));
  EXPECT_THAT(obstacle("[{cutout: {size: 4, value: noise}}]"), HasSubstr("more than one colour"));
  EXPECT_THAT(obstacle("[{cutout: {size: 2, count: 9}}]"), HasSubstr("up to 9 boxes"));
}

TEST(ResidentSet, SaysWhichDataStandsAgainstIt) {
  EXPECT_THAT(obstacle("[]", 1000), HasSubstr("data.cache_size"));
  const auto large = raw_dataset(1, 65, 20);
  EXPECT_THAT(ResidentSet::obstacle(*large, *pipeline_of("[]", 1, large->raw_size()), 1 << 20),
              HasSubstr("at most 64"));
  const testing::FakeDataset encoded(3);  // says no common size
  EXPECT_THAT(ResidentSet::obstacle(encoded, *pipeline_of("[{resize: [8, 8]}]", 1, {}), 1 << 20),
              HasSubstr("encoded"));
}

}  // namespace
}  // namespace trainer
