#include <chrono>
#include <cstdlib>
#include <thread>

#include <gtest/gtest.h>

#include <trainer/error.h>

#include "unit/loader/fake_dataset.h"
#include "unit/loader/loaders.h"

namespace trainer {
namespace {

using testing::drain;
using testing::FakeDataset;
using testing::loader_of;
using testing::options_for;
using testing::pipeline;

class CountingAllocator final : public SlotAllocator {
 public:
  void* allocate(std::size_t bytes) override {
    ++allocated;
    if (fail_at == allocated) throw OutOfMemoryError("no memory for a batch");
    return std::malloc(bytes);
  }
  void release(void* memory) noexcept override {
    ++released;
    std::free(memory);
  }
  int allocated = 0, released = 0, fail_at = 0;
};

TEST(LoaderSlots, AllocatesItsSlotsOnceAndGivesThemBack) {
  CountingAllocator allocator;
  {
    Loader loader(std::make_shared<FakeDataset>(40),
                  make_sequential_sampler(40),
                  pipeline(),
                  options_for(8),
                  allocator);
    drain(loader, 5);
    EXPECT_EQ(allocator.allocated, 4);
  }
  EXPECT_EQ(allocator.released, 4);
}

TEST(LoaderSlots, GivesBackWhatItHasWhenMemoryRunsOut) {
  CountingAllocator allocator;
  allocator.fail_at = 3;
  EXPECT_THROW(Loader(std::make_shared<FakeDataset>(40),
                      make_sequential_sampler(40),
                      pipeline(),
                      options_for(8),
                      allocator),
               OutOfMemoryError);
  EXPECT_EQ(allocator.released, 2);
}

/// Stands in for a device: copies are asked for, and done later by another thread.
class LateCopies {
 public:
  ~LateCopies() { finish(); }
  void ask(const Batch& batch) {
    finish();
    const Batch* source = &batch;
    under_way_ = std::thread([this, source] {
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
      const std::size_t bytes = source->row_bytes() * static_cast<std::size_t>(source->count);
      done_.emplace_back(source->images, source->images + bytes);
    });
  }
  void finish() {
    if (under_way_.joinable()) under_way_.join();
  }
  const std::vector<std::vector<std::uint8_t>>& done() const { return done_; }

 private:
  std::thread under_way_;
  std::vector<std::vector<std::uint8_t>> done_;
};

TEST(LoaderSlots, ASlotIsNotFilledAgainBeforeItsCopyIsDone) {
  const auto make = [] {
    LoaderOptions options = options_for(8, 2);
    options.prefetch = 0;
    return loader_of(std::make_shared<FakeDataset>(64), options);
  };
  const auto plain = drain(*make(), 16);
  LateCopies copies;
  std::vector<std::int64_t> guarded;
  {
    const auto loader = make();
    loader->guard_reuse([&](const Batch& batch) {
      guarded.push_back(batch.index);
      copies.finish();
    });
    for (int i = 0; i < 16; ++i) copies.ask(*loader->next());
    loader->seek(1, 3);
    EXPECT_EQ(guarded.size(), 16U) << "a jump waits, too";
    copies.ask(*loader->next());
  }
  EXPECT_EQ(guarded.size(), 17U) << "and so does the end";
  ASSERT_EQ(copies.done().size(), 17U);
  for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(copies.done()[i], plain[i].images) << i;
  EXPECT_EQ(copies.done()[16], plain[3].images);
}

}  // namespace
}  // namespace trainer
