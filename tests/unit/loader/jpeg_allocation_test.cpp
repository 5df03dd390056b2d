/// Decode threads that have met their images ask for no more memory of our own: libjpeg's own
/// malloc and free, two dozen an image, are not in the count.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <limits>

#include <gtest/gtest.h>

#include "data/sources/file_dataset.h"
#include "data/sources/image_folder.h"
#include "data/tar/tar_source.h"
#include "unit/data_sources/tar_files.h"
#include "unit/loader/counted_new.h"
#include "unit/loader/fake_dataset.h"
#include "unit/transforms/helpers.h"

namespace trainer {
namespace {

namespace fs = std::filesystem;

/// The order of an epoch is made anew for each, by whichever thread comes first.
class UncountedSampler final : public Sampler {
 public:
  explicit UncountedSampler(std::int64_t samples) : base_(make_shuffle_sampler(samples, 3)) {}
  std::vector<std::int64_t> epoch(std::int64_t epoch) const override {
    const testing::NotCounted here;
    return base_->epoch(epoch);
  }
  std::int64_t size() const override { return base_->size(); }

 private:
  std::unique_ptr<Sampler> base_;
};

/// Takes the batches of `epochs` epochs, not the end after them: with it the threads would end.
void take(Loader& loader, int epochs) {
  for (std::int64_t i = 0; i < epochs * loader.batches_per_epoch(); ++i) {
    ASSERT_NE(loader.next(), nullptr);
  }
}

/// Allocations of the decode threads in two epochs after `warm_up` epochs. On a busy machine a
/// thread may get its first image later than that and then takes its scratch memory: the fewest of
/// a few stretches of two epochs. What is allocated for each image is in all of them.
std::int64_t allocations_of(
    const std::shared_ptr<const Dataset>& data,
    int workers,
    int warm_up,
    const std::string& transforms = "[{random_resized_crop: 64}, horizontal_flip]") {
  PipelineOptions pipeline;
  pipeline.key = "transforms.train";
  LoaderOptions options;
  options.batch_size = 16;
  options.workers = workers;
  options.seed = 3;
  Loader loader(data,
                std::make_shared<UncountedSampler>(data->size()),
                make_pipeline(testing::components(transforms), pipeline),
                options);
  const testing::NotCounted consumer;
  constexpr int kStretches = 6;
  loader.stop_after(warm_up + 2 * kStretches);
  take(loader, warm_up);
  std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
  for (int i = 0; i < kStretches && fewest > 0; ++i) {
    const std::int64_t before = testing::allocations();
    take(loader, 2);
    fewest = std::min(fewest, testing::allocations() - before);
  }
  return fewest;
}

/// Pixels lent by an owner that is made for each sample.
class OwnerEachTime final : public testing::FakeDataset {
 public:
  OwnerEachTime() : FakeDataset(100), pixels_(testing::noise(40, 36, 3, 2)) {}
  void read(std::int64_t, SourceImage& image) const override {
    image.lend(std::make_shared<std::int64_t>(1), pixels_);
    image.encoded = false;
    image.height = 40;
    image.width = 36;
    image.channels = 3;
  }

 private:
  std::vector<std::uint8_t> pixels_;
};

TEST(JpegAllocations, WouldBeCounted) {
  // Of 200; up to 96 were ready before the count began.
  EXPECT_GE(allocations_of(std::make_shared<OwnerEachTime>(), 4, 2), 100);
}

/// The JPEGs of every kind among the fixtures, 20 times each.
std::shared_ptr<const Dataset> small_jpegs() {
  const std::string folder = std::string(TRAINER_TEST_FILES) + "/decode";
  auto data = std::make_shared<FileDataset>(folder, std::vector<std::string>{"a"});
  for (int i = 0; i < 20; ++i) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".jpg") data->add(entry.path().filename().string(), 0);
    }
  }
  return data;
}

TEST(JpegAllocations, AreNoneForFiles) {
  const auto data = small_jpegs();
  ASSERT_GE(data->size(), 200);
  for (const int workers : {1, 4}) {
    EXPECT_EQ(allocations_of(data, workers, 2), 0) << workers << " workers";
  }
}

TEST(JpegAllocations, AreNoneWithOtherTransforms) {
  const auto data = small_jpegs();
  EXPECT_EQ(allocations_of(data, 2, 2, "[{resize: 40}, {center_crop: 32}]"), 0);
  EXPECT_EQ(allocations_of(data,
                           2,
                           2,
                           "[{random_resized_crop: 32}, {color_jitter: {brightness: "
                           "0.4, contrast: 0.4, saturation: 0.4}}]"),
            0);
}

TEST(JpegAllocations, AreNoneForArchives) {
  const test::TempFolder folder;
  const auto files = small_jpegs();
  std::vector<std::pair<std::string, std::string>> members;
  for (std::int64_t i = 0; i < files->size(); ++i) {
    members.emplace_back("a/" + std::to_string(i) + ".jpg", test::content_of(*files, i));
  }
  test::put(folder / "set.tar", test::tar_of(members));
  EXPECT_EQ(allocations_of(open_tar(test::request(folder / "set.tar")), 4, 2), 0);
}

TEST(JpegAllocations, AreNoneForPhotos) {
  const char* folder = std::getenv("TRAINER_TEST_DATA");
  if (folder == nullptr) GTEST_SKIP() << "TRAINER_TEST_DATA is not set";
  const auto data = open_image_folder(test::request(std::string(folder) + "/clothing-small/test"));
  for (const int workers : {1, 4}) {
    EXPECT_EQ(allocations_of(data, workers, 1, "[{random_resized_crop: 224}, horizontal_flip]"), 0)
        << workers << " workers";
  }
}

}  // namespace
}  // namespace trainer
