#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/stop.h"
#include "unit/transforms/helpers.h"

namespace trainer {
namespace {

using testing::components;
using ::testing::HasSubstr;
using testing::noise;
using testing::raw_image;
using ::testing::ThrowsMessage;

PipelineOptions options_for(int channels) {
  PipelineOptions options;
  options.channels = channels;
  options.key = "transforms.train";
  return options;
}

TEST(Normalize, TakesNumbersOrAPreset) {
  const auto made = make_pipeline(
      components("[{resize: [4, 4]}, {normalize: {mean: [0.1, 0.2, 0.3], std: [1, 2, 4]}}]"),
      options_for(3));
  EXPECT_EQ(made->normalization().mean, (std::vector<float>{0.1F, 0.2F, 0.3F}));
  EXPECT_EQ(made->normalization().std, (std::vector<float>{1, 2, 4}));
  EXPECT_FALSE(made->needs_statistics());
  const auto preset =
      make_pipeline(components("[{resize: [4, 4]}, {normalize: imagenet}]"), options_for(3));
  EXPECT_EQ(preset->normalization().mean, (std::vector<float>{0.485F, 0.456F, 0.406F}));
}

TEST(Normalize, RefusesNothingAndBoth) {
  EXPECT_THAT([] { make_pipeline(components("[{resize: [4, 4]}, normalize]"), options_for(3)); },
              ThrowsMessage<ConfigError>(HasSubstr("expected imagenet, auto, or {mean")));
  EXPECT_THAT(
      [] {
        make_pipeline(components("[{resize: [4, 4]}, {normalize: {preset: auto, mean: [1]}}]"),
                      options_for(1));
      },
      ThrowsMessage<ConfigError>(HasSubstr("either auto or mean and std")));
}

TEST(Normalize, AutoTakesTheGivenStatistics) {
  PipelineOptions options = options_for(1);
  const auto list = components("[{resize: [4, 4]}, {normalize: auto}]");
  const auto open = make_pipeline(list, options);
  EXPECT_TRUE(open->needs_statistics());
  EXPECT_EQ(open->normalization().std, std::vector<float>{1.0F});
  options.auto_statistics = Normalization{{0.25F}, {0.5F}};
  const auto made = make_pipeline(list, options);
  EXPECT_FALSE(made->needs_statistics());
  EXPECT_EQ(made->normalization().mean, std::vector<float>{0.25F});
}

class NoiseDataset final : public Dataset {
 public:
  NoiseDataset(std::int64_t size, std::int64_t bad) : size_(size), bad_(bad) {}
  std::int64_t size() const override { return size_; }
  std::int64_t label(std::int64_t) const override { return 0; }
  std::string name(std::int64_t index) const override { return "image" + std::to_string(index); }
  const std::vector<std::string>& class_names() const override { return classes_; }
  void read(std::int64_t index, SourceImage& image) const override {
    if (index == bad_) throw DataError("image" + std::to_string(index) + ": broken");
    image = raw_image(
        noise(4, 4 + static_cast<int>(index % 3), 3, 2 * static_cast<std::uint32_t>(index)),
        4,
        4 + static_cast<int>(index % 3),
        3);
  }

 private:
  std::int64_t size_, bad_;
  std::vector<std::string> classes_ = {"only"};
};

std::shared_ptr<Pipeline> statistics_pipeline() {
  return make_pipeline(components("[{random_crop: 4}, {normalize: auto}]"), options_for(3));
}

TEST(ComputeStatistics, AreThoseOfTheImagesEachWithTheSameWeight) {
  const NoiseDataset dataset(200, -1);
  const auto pipeline = statistics_pipeline();
  double mean = 0;
  double square = 0;
  for (int i = 0; i < 200; ++i) {
    const int width = 4 + i % 3;
    const auto pixels = noise(4, width, 3, 2 * static_cast<std::uint32_t>(i));
    for (std::size_t k = 1; k < pixels.size(); k += 3) {
      mean += pixels[k] / 255.0 / (4.0 * width) / 200;
      square += pixels[k] / 255.0 * pixels[k] / 255.0 / (4.0 * width) / 200;
    }
  }
  const Normalization one = compute_statistics(dataset, *pipeline, 1);
  EXPECT_NEAR(one.mean[1], mean, 1e-6);
  EXPECT_NEAR(one.std[1], std::sqrt(square - mean * mean), 1e-6);
  for (const int workers : {2, 8}) {
    const Normalization many = compute_statistics(dataset, *pipeline, workers);
    EXPECT_EQ(many.mean, one.mean);
    EXPECT_EQ(many.std, one.std);
  }
}

TEST(ComputeStatistics, ABadImageIsAnErrorUnlessIgnored) {
  const NoiseDataset dataset(100, 70);
  const auto pipeline = statistics_pipeline();
  EXPECT_THAT([&] { compute_statistics(dataset, *pipeline, 2); },
              ThrowsMessage<DataError>(HasSubstr("image70")));
  StatisticsOptions options;
  options.ignore_bad = true;
  EXPECT_EQ(compute_statistics(dataset, *pipeline, 2, options).mean.size(), 3U);
  EXPECT_THROW(compute_statistics(NoiseDataset(1, 0), *pipeline, 2, options), DataError);
}

TEST(ComputeStatistics, AChannelThatNeverVariesGetsADeviationOfOne) {
  class Flat final : public Dataset {
   public:
    std::int64_t size() const override { return 3; }
    std::int64_t label(std::int64_t) const override { return 0; }
    std::string name(std::int64_t) const override { return "flat"; }
    const std::vector<std::string>& class_names() const override { return classes_; }
    void read(std::int64_t, SourceImage& image) const override {
      image = raw_image(std::vector<std::uint8_t>(48, 51), 4, 4, 3);
    }
    std::vector<std::string> classes_ = {"only"};
  };
  const Normalization flat = compute_statistics(Flat(), *statistics_pipeline(), 1);
  EXPECT_FLOAT_EQ(flat.mean[0], 0.2F);
  EXPECT_EQ(flat.std[0], 1.0F);
}

TEST(ComputeStatistics, StopsWhenAsked) {
  const NoiseDataset dataset(100000, -1);
  const auto pipeline = statistics_pipeline();
  request_stop();
  EXPECT_THROW(compute_statistics(dataset, *pipeline, 2), Error);
  clear_stop_request();
}

}  // namespace
}  // namespace trainer
