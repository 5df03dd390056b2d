#include <filesystem>
#include <thread>

#include <gtest/gtest.h>
#include <opencv2/imgcodecs.hpp>

#include "unit/loader/fake_dataset.h"
#include "unit/transforms/helpers.h"

namespace trainer {
namespace {

std::int64_t threads_of_process() {
  const auto entries = std::filesystem::directory_iterator("/proc/self/task");
  return std::distance(begin(entries), end(entries));
}

/// Large images of the formats that OpenCV decodes, in turn.
class OpenCvImages final : public testing::FakeDataset {
 public:
  OpenCvImages() : FakeDataset(48) {
    cv::Mat image(600, 800, CV_8UC3);
    cv::randu(image, 0, 255);
    cv::Mat deep;
    image.convertTo(deep, CV_16UC3, 256);
    cv::Mat alpha(600, 800, CV_8UC4, cv::Scalar(9, 8, 7, 6));
    for (const char* format : {".png", ".webp", ".tiff", ".bmp"}) add(format, image);
    add(".png", deep);
    add(".png", alpha);
    add(".tiff", alpha);
    add(".webp", alpha);
  }
  void read(std::int64_t index, SourceImage& image) const override {
    image.bytes = files_[static_cast<std::size_t>(index) % files_.size()];
  }

 private:
  void add(const char* format, const cv::Mat& image) {
    files_.emplace_back();
    if (!cv::imencode(format, image, files_.back())) {
      throw std::runtime_error(std::string("cannot write ") + format);
    }
  }

  std::vector<std::vector<std::uint8_t>> files_;
};

TEST(Loader, Case89OpenCvAddsFewThreadsToTheDecodeThreads) {
  constexpr int kWorkers = 8;
  PipelineOptions pipeline;
  pipeline.key = "transforms.train";
  LoaderOptions options;
  options.batch_size = 8;
  options.workers = kWorkers;
  Loader loader(std::make_shared<OpenCvImages>(),
                make_sequential_sampler(48),
                make_pipeline(testing::components("[{random_resized_crop: 64}]"), pipeline),
                options);
  loader.stop_after(1);
  const std::int64_t before = threads_of_process();
  std::int64_t most = 0;
  std::int64_t images = 0;
  while (const Batch* batch = loader.next()) {
    images += batch->count;
    most = std::max(most, threads_of_process());
  }
  EXPECT_EQ(images, 48);
  EXPECT_LE(threads_of_process(), before + 4) << "the loader has ended: its own threads with it";
  RecordProperty("threads", std::to_string(most));
  EXPECT_GE(most, kWorkers + 1);
  EXPECT_LE(most - kWorkers, static_cast<std::int64_t>(std::thread::hardware_concurrency()) + 4);
}

}  // namespace
}  // namespace trainer
