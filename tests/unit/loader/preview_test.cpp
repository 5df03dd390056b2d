#include "data/preview.h"

#include <filesystem>

#include <gtest/gtest.h>
#include <unistd.h>

#include "data/decode/decode.h"
#include "unit/loader/fake_dataset.h"
#include "unit/transforms/helpers.h"

namespace trainer {
namespace {

class Preview : public ::testing::Test {
 protected:
  Preview()
      : folder_(std::filesystem::temp_directory_path() /
                ("trainer-preview-" + std::to_string(getpid()))) {}
  ~Preview() override { std::filesystem::remove_all(folder_); }

  std::shared_ptr<Pipeline> pipeline(int channels) {
    PipelineOptions options;
    options.channels = channels;
    options.key = "transforms.train";
    return make_pipeline(testing::components("[{random_crop: {size: 6, padding: 3}}]"), options);
  }

  DecodedImage picture(const std::string& file, int channels) {
    const std::string content = testing::file_content((folder_ / file).string());
    DecodedImage image;
    decode_image({reinterpret_cast<const std::uint8_t*>(content.data()), content.size()},
                 channels,
                 kDefaultMaxPixels,
                 file,
                 image);
    return image;
  }

  std::filesystem::path folder_;
};

TEST_F(Preview, ShowsWhatTheLoaderGivesWithAnIndexAndASheet) {
  for (const int channels : {1, 3}) {
    const auto dataset = std::make_shared<testing::FakeDataset>(12);
    const auto made = pipeline(channels);
    std::shared_ptr<Sampler> sampler = make_shuffle_sampler(12, 4);
    EXPECT_EQ(write_preview(*dataset, *made, *sampler, {folder_.string(), 2, 5, 4}), 5);
    LoaderOptions options;
    options.batch_size = 5;
    options.seed = 4;
    Loader loader(dataset, sampler, made, options);
    loader.seek(2, 0);
    const Batch* batch = loader.next();
    std::string index = "file,source,label,class\n";
    for (std::size_t i = 0; i < 5; ++i) {
      const std::string file = "0000" + std::to_string(i) + ".png";
      const DecodedImage image = picture(file, channels);
      ASSERT_EQ(image.bytes(), batch->row_bytes());
      EXPECT_TRUE(std::equal(batch->images + i * batch->row_bytes(),
                             batch->images + (i + 1) * batch->row_bytes(),
                             image.pixels.begin()));
      index += file + "," + dataset->name(batch->ids[i]) + "," + std::to_string(batch->labels[i]) +
               "," + dataset->class_names()[static_cast<std::size_t>(batch->labels[i])] + "\n";
    }
    EXPECT_EQ(testing::file_content((folder_ / "index.csv").string()), index);
    EXPECT_GT(picture("contact_sheet.png", 3).width, 300);
  }
}

TEST_F(Preview, LeavesBadImagesOutAndEndsWithTheEpoch) {
  const testing::FakeDataset dataset(4, {2});
  EXPECT_EQ(write_preview(
                dataset, *pipeline(3), *make_sequential_sampler(4), {folder_.string(), 1, 100, 0}),
            3);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "00002.png"));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "00003.png"));
  EXPECT_THROW(write_preview(testing::FakeDataset(1, {0}),
                             *pipeline(3),
                             *make_sequential_sampler(1),
                             {folder_.string(), 1, 1, 0}),
               DataError);
}

TEST_F(Preview, ShowsMixedBatchesWithTheirShares) {
  const auto dataset = std::make_shared<testing::FakeDataset>(7, std::set<std::int64_t>{2});
  const auto made = pipeline(3);
  const auto sampler = make_sequential_sampler(7);
  PreviewOptions options = {folder_.string(), 1, 100, 4};
  options.batch_size = 4;
  EXPECT_EQ(write_preview(*dataset, *made, *sampler, options), 6);
  const auto plain_one = picture("00001.png", 3).pixels,
             plain_three = picture("00003.png", 3).pixels;
  options.mix.mixup = 1;
  EXPECT_EQ(write_preview(*dataset, *made, *sampler, options), 6);
  const BatchMix mix = draw_batch_mix(options.mix, 4, 1, 0, 6, 6);
  const DecodedImage mixed = picture("00003.png", 3);
  for (std::size_t i = 0; i < mixed.bytes(); ++i) {
    // Number 2 is bad: the one before it is the partner.
    const double expected = mix.share * plain_three[i] + (1 - mix.share) * plain_one[i];
    ASSERT_NEAR(mixed.pixels[i], expected, 0.51);
  }
  const std::string index = testing::file_content((folder_ / "index.csv").string());
  EXPECT_EQ(index.substr(0, index.find('\n')), "file,source,label,class,share,partner");
  EXPECT_NE(index.find("," + dataset->name(1) + "\n"), std::string::npos);
}

}  // namespace
}  // namespace trainer
