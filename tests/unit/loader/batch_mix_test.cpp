#include "data/loader/batch_mix.h"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "data/loader/loader.h"
#include "unit/loader/fake_dataset.h"
#include "unit/transforms/helpers.h"

namespace trainer {
namespace {

TEST(BatchMix, IsAFunctionOfSeedEpochAndBatch) {
  const BatchMixOptions options = {.mixup = 0.2, .cutmix = 1.0};
  EXPECT_EQ(draw_batch_mix(options, 1, 2, 3, 32, 32), draw_batch_mix(options, 1, 2, 3, 32, 32));
  EXPECT_NE(draw_batch_mix(options, 1, 2, 3, 32, 32), draw_batch_mix(options, 1, 2, 4, 32, 32));
  EXPECT_NE(draw_batch_mix(options, 1, 2, 3, 32, 32), draw_batch_mix(options, 1, 3, 3, 32, 32));
  EXPECT_NE(draw_batch_mix(options, 1, 2, 3, 32, 32), draw_batch_mix(options, 2, 2, 3, 32, 32));
  EXPECT_EQ(draw_batch_mix({}, 1, 2, 3, 32, 32), BatchMix{});
}

TEST(BatchMix, MixupDrawsItsShareFromABetaDistribution) {
  // Beta(a, a): mean 1/2, variance 1 / (4 * (2 a + 1)).
  for (const double alpha : {0.2, 1.0, 4.0}) {
    double sum = 0, squares = 0;
    constexpr int kDraws = 4000;
    for (int i = 0; i < kDraws; ++i) {
      const BatchMix mix = draw_batch_mix({.mixup = alpha}, 5, 1, i, 8, 8);
      ASSERT_EQ(mix.kind, BatchMix::Kind::mixup);
      ASSERT_GE(mix.share, 0);
      ASSERT_LE(mix.share, 1);
      sum += mix.share;
      squares += mix.share * mix.share;
    }
    const double mean = sum / kDraws, variance = squares / kDraws - mean * mean;
    EXPECT_NEAR(mean, 0.5, 0.03) << alpha;
    EXPECT_NEAR(variance, 1 / (4 * (2 * alpha + 1)), 0.01) << alpha;
  }
}

TEST(BatchMix, CutMixCountsThePixelsThatAreReallyCutOut) {
  int empty = 0;
  for (int i = 0; i < 500; ++i) {
    const BatchMix mix = draw_batch_mix({.cutmix = 1.0}, 5, 1, i, 20, 30);
    ASSERT_EQ(mix.kind, BatchMix::Kind::cutmix);
    ASSERT_GE(mix.box.x, 0);
    ASSERT_GE(mix.box.y, 0);
    ASSERT_LE(mix.box.x + mix.box.width, 30);
    ASSERT_LE(mix.box.y + mix.box.height, 20);
    EXPECT_DOUBLE_EQ(mix.share, 1 - mix.box.width * mix.box.height / 600.0);
    empty += mix.box.width * mix.box.height == 0 ? 1 : 0;
  }
  EXPECT_LT(empty, 100);
}

TEST(BatchMix, SharesOfBatchesAreThoseAskedFor) {
  int mixed = 0, cut = 0;
  for (int i = 0; i < 2000; ++i) {
    const BatchMix mix = draw_batch_mix({.mixup = 1, .cutmix = 1, .p = 0.5}, 9, 1, i, 8, 8);
    mixed += mix.kind != BatchMix::Kind::none ? 1 : 0;
    cut += mix.kind == BatchMix::Kind::cutmix ? 1 : 0;
  }
  EXPECT_NEAR(mixed, 1000, 90);
  EXPECT_NEAR(cut, 500, 80);
}

TEST(BatchMix, SoftLabelsAreTheOwnAndThePartnersShare) {
  std::vector<float> soft;
  BatchMix mix;
  mix.kind = BatchMix::Kind::mixup;
  mix.share = 0.75;
  mix_labels(mix, {2, 0, 0}, 3, soft);
  EXPECT_EQ(soft, (std::vector<float>{0.25F, 0, 0.75F, 0.75F, 0, 0.25F, 1, 0, 0}));
}

TEST(BatchMix, PixelsOfAPreviewAreBlendedOrReplaced) {
  std::vector<std::uint8_t> image = {100, 100, 100, 100}, partner = {0, 50, 200, 255};
  BatchMix mix;
  mix.kind = BatchMix::Kind::mixup;
  mix.share = 0.75;
  mix_pixels(mix, 2, 2, 1, partner.data(), image.data());
  EXPECT_EQ(image, (std::vector<std::uint8_t>{75, 88, 125, 139}));
  mix.kind = BatchMix::Kind::cutmix;
  mix.box = {1, 0, 1, 2};
  mix_pixels(mix, 2, 2, 1, partner.data(), image.data());
  EXPECT_EQ(image, (std::vector<std::uint8_t>{75, 50, 125, 255}));
}

TEST(BatchMix, Case81TheLoaderMixesBatchesOfAnySize) {
  const auto dataset = std::make_shared<testing::FakeDataset>(33);
  PipelineOptions pipeline;
  pipeline.key = "transforms.train";
  LoaderOptions options;
  options.batch_size = 32;
  options.mix.mixup = 0.2;
  Loader loader(
      dataset,
      make_sequential_sampler(33),
      make_pipeline(testing::components("[{random_crop: {size: 6, padding: 3}}]"), pipeline),
      options);
  const Batch first = *loader.next();
  EXPECT_EQ(first.mix.kind, BatchMix::Kind::mixup);
  const std::size_t classes = dataset->class_names().size();
  ASSERT_EQ(first.soft_labels.size(), 32 * classes);
  for (std::size_t i = 0; i < 32; ++i) {
    const auto row = first.soft_labels.begin() + static_cast<std::ptrdiff_t>(i * classes);
    EXPECT_NEAR(std::accumulate(row, row + static_cast<std::ptrdiff_t>(classes), 0.0F), 1, 1e-6);
  }
  const Batch* last = loader.next();
  ASSERT_EQ(last->count, 1);
  EXPECT_EQ(last->mix.kind, BatchMix::Kind::none) << "nothing to mix one image with";
  EXPECT_TRUE(last->soft_labels.empty());
}

}  // namespace
}  // namespace trainer
