#include "engine/device_stage.h"

#include <ATen/Functions.h>
#include <gtest/gtest.h>

#include <trainer/error.h>

#include "unit/engine/tiny.h"

namespace trainer {
namespace {

struct ColourBatch {
  ColourBatch() {
    for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint8_t>(i * 5);
    batch.count = 2;
    batch.height = 2;
    batch.width = 4;
    batch.channels = 3;
    batch.images = pixels.data();
    batch.labels = {2, 0};
  }
  std::vector<std::uint8_t> pixels = std::vector<std::uint8_t>(2 * 2 * 4 * 3);
  Batch batch;
};

const Normalization kColours{{0.1F, 0.2F, 0.3F}, {0.5F, 0.25F, 1.0F}};

float expected(
    const ColourBatch& b, std::int64_t n, std::int64_t c, std::int64_t y, std::int64_t x) {
  const auto channel = static_cast<std::size_t>(c);
  const auto pixel = b.pixels[static_cast<std::size_t>(((n * 2 + y) * 4 + x) * 3 + c)];
  return (static_cast<float>(pixel) / 255 - kColours.mean[channel]) / kColours.std[channel];
}

TEST(DeviceStage, GivesNormalisedPlanesInEitherLayout) {
  const ColourBatch colours;
  for (const bool channels_last : {false, true}) {
    DeviceStage stage(c10::Device(c10::kCPU), kColours, channels_last);
    const DeviceStage::Inputs inputs = stage.put(colours.batch);
    ASSERT_EQ(inputs.images.sizes(), (std::vector<std::int64_t>{2, 3, 2, 4}));
    EXPECT_TRUE(inputs.images.is_contiguous(channels_last ? at::MemoryFormat::ChannelsLast
                                                          : at::MemoryFormat::Contiguous));
    for (std::int64_t n = 0; n < 2; ++n) {
      for (std::int64_t c = 0; c < 3; ++c) {
        for (std::int64_t y = 0; y < 2; ++y) {
          for (std::int64_t x = 0; x < 4; ++x) {
            EXPECT_EQ(inputs.images[n][c][y][x].item<float>(), expected(colours, n, c, y, x));
          }
        }
      }
    }
    EXPECT_EQ(inputs.labels[0].item<std::int64_t>(), 2);
    EXPECT_EQ(inputs.labels[1].item<std::int64_t>(), 0);
  }
}

TEST(DeviceStage, MixesNormalisedImagesWithTheOneBefore) {
  ColourBatch colours;
  colours.batch.soft_labels = {0, 0.25F, 0.75F, 0.75F, 0, 0.25F};
  for (const bool channels_last : {false, true}) {
    DeviceStage stage(c10::Device(c10::kCPU), kColours, channels_last);
    colours.batch.mix = {};
    const at::Tensor plain = stage.put(colours.batch).images.clone();
    const at::Tensor partners = plain.flip(0);  // of two images

    colours.batch.mix.kind = BatchMix::Kind::mixup;
    colours.batch.mix.share = 0.75;
    const DeviceStage::Inputs blended = stage.put(colours.batch);
    EXPECT_TRUE(at::allclose(blended.images, 0.75 * plain + 0.25 * partners, 0, 1e-6));
    EXPECT_EQ(blended.images.is_contiguous(at::MemoryFormat::ChannelsLast),
              plain.is_contiguous(at::MemoryFormat::ChannelsLast));
    EXPECT_EQ(blended.labels[1][0].item<float>(), 0.75F);

    colours.batch.mix.kind = BatchMix::Kind::cutmix;
    colours.batch.mix.box = {1, 0, 2, 1};
    const at::Tensor cut = stage.put(colours.batch).images;
    at::Tensor expected_cut = plain.clone();
    expected_cut.narrow(2, 0, 1).narrow(3, 1, 2).copy_(partners.narrow(2, 0, 1).narrow(3, 1, 2));
    EXPECT_TRUE(cut.equal(expected_cut));
  }
}

TEST(DeviceStage, GivesTheSameImagesRoundedToBfloat16) {
  ColourBatch colours;
  for (const bool channels_last : {false, true}) {
    DeviceStage wide(c10::Device(c10::kCPU), kColours, channels_last);
    DeviceStage narrow(c10::Device(c10::kCPU), kColours, channels_last, at::kBFloat16);
    colours.batch.mix = {};
    const at::Tensor rounded = wide.put(colours.batch).images.to(at::kBFloat16);
    const at::Tensor images = narrow.put(colours.batch).images;
    EXPECT_EQ(images.scalar_type(), at::kBFloat16);
    EXPECT_EQ(images.strides(), rounded.strides());
    EXPECT_TRUE(images.equal(rounded));

    colours.batch.mix.kind = BatchMix::Kind::mixup;
    colours.batch.mix.share = 0.75;
    const at::Tensor mixed = narrow.put(colours.batch).images;
    EXPECT_EQ(mixed.scalar_type(), at::kBFloat16);
    EXPECT_TRUE(at::allclose(
        mixed.to(at::kFloat), wide.put(colours.batch).images, /*rtol=*/1e-2, /*atol=*/1e-2));
  }
}

TEST(DeviceStage, RefusesABatchOfOtherChannels) {
  DeviceStage stage(c10::Device(c10::kCPU), test::plain_normalization(), false);
  EXPECT_THROW(stage.put(ColourBatch().batch), InternalError);
}

TEST(DeviceStage, ShorterAndLongerBatchesFollowEachOther) {
  DeviceStage stage(c10::Device(c10::kCPU), test::plain_normalization(), false);
  for (const int count : {4, 1, 6, 3}) {
    const test::TinyBatch batch(count);
    const DeviceStage::Inputs inputs = stage.put(batch.batch);
    EXPECT_EQ(inputs.images.size(0), count);
    EXPECT_EQ(inputs.labels.size(0), count);
    const auto last = static_cast<float>(batch.pixels.back());
    EXPECT_EQ(inputs.images[count - 1][0][test::kSide - 1][test::kSide - 1].item<float>(),
              (last / 255 - 0.5F) / 0.25F);
  }
}

TEST(DeviceStage, SoftLabelsKeepTheirShape) {
  test::TinyBatch batch(2);
  batch.batch.soft_labels = {0.25F, 0.75F, 0, 1, 0, 0};
  DeviceStage stage(c10::Device(c10::kCPU), test::plain_normalization(), false);
  const at::Tensor labels = stage.put(batch.batch).labels;
  ASSERT_EQ(labels.sizes(), (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(labels[0][1].item<float>(), 0.75F);
}

}  // namespace
}  // namespace trainer
