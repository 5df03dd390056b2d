/// Where images come from must not show in the batches.
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/cache/pixel_decoder.h"
#include "data/packed/pack.h"
#include "data/packed/packed.h"
#include "data/sources/image_folder.h"
#include "data/tar/tar_source.h"
#include "unit/data_sources/tar_files.h"
#include "unit/loader/fake_dataset.h"
#include "unit/transforms/helpers.h"

namespace trainer {
namespace {

namespace fs = std::filesystem;
using test::put;
using test::slurp;
using test::TempFolder;

/// Files of every format, twice over.
void put_images(const TempFolder& folder) {
  for (const auto& entry : fs::directory_iterator(std::string(TRAINER_TEST_FILES) + "/decode")) {
    const std::string extension = entry.path().extension();
    if (extension == ".txt" || extension == ".py") continue;
    for (const char* name : {"a/", "b/"}) {
      put(folder / ("set/" + (name + entry.path().filename().string())), slurp(entry.path()));
    }
  }
}

std::unique_ptr<Loader> loader_of(std::shared_ptr<const Dataset> dataset,
                                  int workers,
                                  int channels) {
  PipelineOptions pipeline;
  pipeline.channels = channels;
  pipeline.key = "transforms.train";
  pipeline.random = true;
  LoaderOptions options;
  options.batch_size = 7;
  options.workers = workers;
  options.seed = 5;
  const std::int64_t size = dataset->size();
  return std::make_unique<Loader>(
      std::move(dataset),
      make_shuffle_sampler(size, options.seed),
      make_pipeline(testing::components("[{random_resized_crop: {size: 16}}, horizontal_flip]"),
                    pipeline),
      options);
}

std::vector<testing::Copy> batches(std::shared_ptr<const Dataset> dataset,
                                   int workers,
                                   int channels = 3) {
  return testing::drain(*loader_of(std::move(dataset), workers, channels), 3);
}

std::shared_ptr<Dataset> cached(std::shared_ptr<const Dataset> base,
                                std::uint64_t budget,
                                CacheDecoder decoder = {}) {
  return std::make_shared<CachedDataset>(
      std::move(base), std::make_shared<CacheBudget>(budget), "training", std::move(decoder));
}

class Sources : public ::testing::Test {
 protected:
  void SetUp() override {
    put_images(folder_);
    plain_ = open_image_folder(test::request(folder_ / "set"));
    expected_ = batches(plain_, 1);
    ASSERT_GT(expected_.size(), 20U);
  }

  /// Two data sets a number of threads: a cache is filled anew each time.
  template <class Make>
  void expect_same_batches(Make make) {
    for (const int workers : {1, 2, 8}) {
      EXPECT_TRUE(batches(make(), workers) == expected_) << workers << " workers";
    }
    expect_same_after_any_resume(make());
  }

  void expect_same_after_any_resume(std::shared_ptr<const Dataset> dataset) {
    const auto loader = loader_of(std::move(dataset), 2, 3);
    for (std::size_t i = expected_.size(); i-- > 0;) {
      loader->seek(expected_[i].epoch, expected_[i].index);
      EXPECT_TRUE(testing::copy_of(*loader->next()) == expected_[i])
          << "batch " << expected_[i].index << " of epoch " << expected_[i].epoch;
    }
  }

  TempFolder folder_;
  std::shared_ptr<const Dataset> plain_;
  std::vector<testing::Copy> expected_;
};

constexpr std::uint64_t kSmall = 40'000, kLarge = 1 << 26;

TEST_F(Sources, TheEncodedCacheChangesNoByte) {
  expect_same_batches([&] { return cached(plain_, kLarge); });
  expect_same_batches([&] { return cached(plain_, kSmall); });
}

TEST_F(Sources, TheDecodedCacheChangesNoByte) {
  const CacheDecoder decoder = pixel_decoder(3, PipelineOptions().max_pixels);
  expect_same_batches([&] { return cached(plain_, kLarge, decoder); });
  expect_same_batches([&] { return cached(plain_, kSmall, decoder); });
}

TEST_F(Sources, TheDecodedCacheOfGrayImagesChangesNoByte) {
  const auto gray = batches(plain_, 2, 1);
  const auto data = cached(plain_, kLarge, pixel_decoder(1, PipelineOptions().max_pixels));
  EXPECT_TRUE(batches(data, 2, 1) == gray);
  EXPECT_TRUE(batches(data, 2, 1) == gray);
}

TEST_F(Sources, APackThatDidNotShrinkChangesNoByte) {
  for (const ImagePackOptions& images : {ImagePackOptions{}, ImagePackOptions{.raw = true}}) {
    PackOptions options;
    options.output = folder_ / "out.pack";
    options.images = images;
    options.threads = 2;
    pack_dataset(*plain_, options);
    const auto pack = open_packed(test::request(options.output), {});
    expect_same_batches([&] { return pack; });
    expect_same_batches([&] { return cached(pack, kSmall); });
    expect_same_batches(
        [&] { return cached(pack, kLarge, pixel_decoder(3, PipelineOptions().max_pixels)); });
  }
}

TEST_F(Sources, TarShardsChangeNoByte) {
  std::vector<std::pair<std::string, std::string>> members;
  for (std::int64_t i = 0; i < plain_->size(); ++i) {
    const std::string name = plain_->name(i);
    members.emplace_back(name.substr((folder_ / "set/").size()), slurp(name));
  }
  const auto half = members.begin() + static_cast<std::ptrdiff_t>(members.size() / 2);
  put(folder_ / "s-0.tar", test::tar_of({members.begin(), half}));
  put(folder_ / "s-1.tar", test::tar_of({half, members.end()}));
  const auto data = open_tar(test::request(folder_ / "s-{0..1}.tar"));
  expect_same_batches([&] { return data; });
}

}  // namespace
}  // namespace trainer
