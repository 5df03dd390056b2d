#include "engine/slot_copies.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <thread>

#include <ATen/Functions.h>
#include <gtest/gtest.h>

#include "unit/engine/tiny.h"

namespace trainer {
namespace {

constexpr std::int64_t kImages = 24;
constexpr int kBatch = 4;

/// Stands in for a device: the pixels that it was given are compared with those of the slot once
/// more, later and by another thread, as by a copy that is still under way.
class LateReads final : public SlotCopies, public SlotAllocator {
 public:
  ~LateReads() override { finish(); }
  SlotAllocator& allocator() override { return *this; }
  at::Tensor start(const Batch& batch) override {
    finish();
    at::Tensor pixels =
        at::empty({batch.count, batch.height, batch.width, batch.channels}, at::kByte);
    std::copy_n(batch.images, pixels.numel(), pixels.mutable_data_ptr<std::uint8_t>());
    late_ = std::thread([this, pixels, slot = batch.images] {
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
      changed +=
          std::equal(slot, slot + pixels.numel(), pixels.const_data_ptr<std::uint8_t>()) ? 0 : 1;
    });
    return pixels;
  }
  void wait(const Batch& /*batch*/) noexcept override {
    ++waits;
    finish();
  }
  void* allocate(std::size_t bytes) override {
    ++allocated;
    return std::malloc(bytes);
  }
  void release(void* memory) noexcept override {
    --allocated;
    std::free(memory);
  }

  int changed = 0, waits = 0, allocated = 0;

 private:
  void finish() {
    if (late_.joinable()) late_.join();
  }
  std::thread late_;
};

std::unique_ptr<Loader> loader_with(SlotAllocator& allocator) {
  SyntheticOptions data;
  data.samples = kImages;
  data.num_classes = test::kClasses;
  data.height = data.width = test::kSide;
  data.image_channels = 3;
  DatasetRequest request;
  request.split = "train";
  PipelineOptions pipeline;
  pipeline.channels = 3;
  pipeline.source_height = pipeline.source_width = test::kSide;
  LoaderOptions options;
  options.batch_size = kBatch;
  options.workers = 2;
  options.prefetch = 0;
  options.mix.mixup = 0.4;
  options.mix.p = 0.5;
  return std::make_unique<Loader>(open_synthetic(request, data),
                                  make_sequential_sampler(kImages),
                                  make_pipeline({}, pipeline),
                                  options,
                                  allocator);
}

TEST(SlotCopies, BatchesFromSlotsThatAreReadLateAreThoseOfTheHost) {
  const Normalization colors = {{0.485F, 0.456F, 0.406F}, {0.229F, 0.224F, 0.225F}};
  const at::Device device(at::kCPU);
  for (const bool channels_last : {false, true}) {
    for (const at::ScalarType type : {at::kFloat, at::kBFloat16}) {
      LateReads copies;
      DeviceStage on_host(device, colors, channels_last, type);
      DeviceStage on_device(device, colors, channels_last, type, &copies);
      const auto plain = loader_with(host_slot_allocator());
      auto guarded = loader_with(copies.allocator());
      guarded->guard_reuse([&](const Batch& batch) { copies.wait(batch); });
      EXPECT_GT(copies.allocated, 0);
      for (int i = 0; i < 12; ++i) {
        const DeviceStage::Inputs expected = on_host.put(*plain->next());
        const DeviceStage::Inputs inputs = on_device.put(*guarded->next());
        EXPECT_TRUE(inputs.images.equal(expected.images)) << i;
        EXPECT_EQ(inputs.images.strides(), expected.images.strides());
        EXPECT_EQ(inputs.images.scalar_type(), type);
        EXPECT_TRUE(inputs.labels.equal(expected.labels));
      }
      guarded.reset();
      EXPECT_EQ(copies.waits, 12);
      EXPECT_EQ(copies.changed, 0);
      EXPECT_EQ(copies.allocated, 0);
    }
  }
}

}  // namespace
}  // namespace trainer
