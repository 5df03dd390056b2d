#include <gtest/gtest.h>

#include "unit/loader/counted_new.h"
#include "unit/loader/fake_dataset.h"
#include "unit/transforms/helpers.h"

namespace trainer {
namespace {

class RawDataset final : public testing::FakeDataset {
 public:
  RawDataset() : FakeDataset(4000), pixels_(testing::noise(40, 36, 3, 2)) {}
  void read(std::int64_t, SourceImage& image) const override {
    image.bytes.assign(pixels_.begin(), pixels_.end());
    image.encoded = false;
    image.height = 40;
    image.width = 36;
    image.channels = 3;
  }

 private:
  std::vector<std::uint8_t> pixels_;
};

TEST(Loader, AllocatesNothingPerSampleAfterWarmUp) {
  PipelineOptions options;
  options.key = "transforms.train";
  const auto pipeline =
      make_pipeline(testing::components("[{resize: 34}, to_grayscale, {random_resized_crop: 28}, "
                                        "{random_crop: {size: 28, padding: 2}}, horizontal_flip]"),
                    options);
  LoaderOptions how;
  how.batch_size = 20;
  how.workers = 2;
  Loader loader(std::make_shared<RawDataset>(), make_shuffle_sampler(4000, 1), pipeline, how);
  // Two hundred batches an epoch: the first hundred warm up, the next fifty are measured, within
  // one epoch and away from the next one's permutation.
  for (int i = 0; i < 100; ++i) loader.next();
  const std::int64_t before = testing::allocations();
  for (int i = 0; i < 50; ++i) loader.next();
  // Scratch may still meet its largest crop; a thousand samples must not show.
  EXPECT_LT(testing::allocations() - before, 10);
}

}  // namespace
}  // namespace trainer
