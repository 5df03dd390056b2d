#include "data/transforms/pipeline.h"

#include <cmath>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "data/decode/decode.h"
#include "data/decode/png_writer.h"
#include "data/transforms/kernels/normalize.h"
#include "data/transforms/keyed_random.h"
#include "unit/decode/jpeg_files.h"
#include "unit/transforms/helpers.h"

namespace trainer {
namespace {

using ::testing::AllOf;
using testing::components;
using ::testing::Each;
using ::testing::HasSubstr;
using testing::noise;
using testing::raw_image;
using testing::run;
using ::testing::ThrowsMessage;

PipelineOptions options_for(int channels = 3, int image_size = 0) {
  PipelineOptions options;
  options.channels = channels;
  options.image_size = image_size;
  options.key = "transforms.train";
  options.position = {"run.yaml", 1, 4};
  return options;
}

std::shared_ptr<Pipeline> pipeline(const std::string& yaml, const PipelineOptions& options) {
  return make_pipeline(components(yaml), options);
}

/// The transforms one after the other, each on the whole result of the one before.
std::vector<std::uint8_t> one_by_one(const std::string& yaml,
                                     const SourceImage& image,
                                     const SampleKey& key,
                                     int image_size = 0) {
  std::vector<std::uint8_t> pixels = image.bytes;
  ImageShape shape = {image.height, image.width, image.channels};
  const auto list = components(yaml);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto transform = make_transform(list[i], {image_size, image.channels});
    KeyedRandom random(key, i);
    pixels = testing::applied(*transform, pixels, shape, random);
    shape = transform->output_shape(shape);
  }
  return pixels;
}

SourceImage jpeg_image(std::vector<std::uint8_t> bytes) {
  SourceImage image;
  image.bytes = std::move(bytes);
  return image;
}

SourceImage decoded(const SourceImage& jpeg, int channels) {
  DecodedImage image;
  decode_image(jpeg.bytes, channels, kDefaultMaxPixels, "a.jpg", image);
  const auto bytes = static_cast<std::ptrdiff_t>(image.bytes());
  return raw_image(
      {image.pixels.begin(), image.pixels.begin() + bytes}, image.height, image.width, channels);
}

TEST(Pipeline, APartOfAJpegGivesThePixelsOfTheWhole) {
  const std::vector<std::string> lists = {
      "[{resize: 40}, {center_crop: 32}]",
      "[{resize: {size: 40, interpolation: bicubic, rounding: pillow12}}, {center_crop: 32}]",
      "[{random_resized_crop: 32}, horizontal_flip]",
      "[horizontal_flip, {random_resized_crop: {size: 32, rounding: pillow12}}]",
      "[{center_crop: 32}, {horizontal_flip: 1.0}]",
      "[to_grayscale, {resize: [32, 32]}, to_grayscale]",
  };
  for (const std::string& list : lists) {
    for (const int channels : {3, 1}) {
      const auto made = pipeline(list, options_for(channels));
      for (std::int64_t i = 0; i < 12; ++i) {
        const int height = 60 + static_cast<int>(i * 17 % 123);
        const int width = 70 + static_cast<int>(i * 29 % 101);
        const auto pixels = test::picture(width, height, static_cast<std::uint64_t>(i));
        const SourceImage jpeg = jpeg_image(test::encode(
            pixels, width, height, {i % 3 == 0 ? 1 : 2, i % 2 == 0 ? 2 : 1, 3, i == 5}));
        const SampleKey key = {3, 2, i, 0};
        EXPECT_EQ(run(*made, jpeg, key), run(*made, decoded(jpeg, channels), key))
            << list << " of " << width << "x" << height;
      }
    }
  }
}

TEST(Pipeline, FastDecodingIsNearTheExactOne) {
  PipelineOptions fast = options_for();
  fast.fast_decode = true;
  const std::string list = "[{random_resized_crop: {size: 32, scale: [0.5, 1]}}, horizontal_flip]";
  const auto exact_pipeline = pipeline(list, options_for()), fast_pipeline = pipeline(list, fast);
  double squares = 0;
  std::size_t values = 0, different = 0;
  for (std::int64_t i = 0; i < 8; ++i) {
    // Without noise: what is finer than the pixels of the result is left out in different ways.
    auto pixels = test::picture(400, 300, 7);
    for (std::size_t at = 1; at < pixels.size(); at += 3) pixels[at] = pixels[at - 1];
    const SourceImage jpeg = jpeg_image(test::encode(pixels, 400, 300, {}));
    const auto exact = run(*exact_pipeline, jpeg, {1, 1, i, 0});
    const auto near = run(*fast_pipeline, jpeg, {1, 1, i, 0});
    ASSERT_EQ(exact.size(), near.size());
    for (std::size_t at = 0; at < exact.size(); ++at, ++values) {
      const double d = static_cast<double>(exact[at]) - near[at];
      squares += d * d;
      different += d != 0 ? 1 : 0;
    }
  }
  EXPECT_GT(different, 0U) << "it took the exact way";
  EXPECT_GT(10 * std::log10(255 * 255 * static_cast<double>(values) / squares), 30);
}

TEST(Pipeline, PutTogetherGivesTheSamePixelsAsOneByOne) {
  const std::vector<std::string> lists = {
      "[{resize: 20}, {center_crop: 16}]",
      "[{resize: {size: 20, interpolation: bicubic}}, {center_crop: 16}, horizontal_flip]",
      "[{random_resized_crop: 16}, horizontal_flip]",
      "[horizontal_flip, {random_resized_crop: 16}, {horizontal_flip: 1.0}]",
      "[{random_crop: {size: 16, padding: 4}}, horizontal_flip]",
      "[{resize: 12}, {random_crop: {size: 16, padding_mode: reflect}}]",
      "[{center_crop: 21}, {horizontal_flip: 1.0}, {center_crop: 16}]",
      "[{center_crop: 40}, {resize: [16, 16]}]",
      "[to_grayscale, {resize: [18, 18]}, {center_crop: 16}, to_grayscale]",
      "[{resize: 30}, {resize: [16, 16]}, horizontal_flip, {resize: [17, 16]}, {center_crop: 16}]",
  };
  for (const std::string& list : lists) {
    const auto together = pipeline(list, options_for());
    for (std::int64_t i = 0; i < 12; ++i) {
      const int height = 17 + static_cast<int>(i * 5 % 23);
      const int width = 16 + static_cast<int>(i * 7 % 29);
      const SourceImage image =
          raw_image(noise(height, width, 3, static_cast<std::uint32_t>(i)), height, width, 3);
      const SampleKey key = {3, 2, i, 0};
      EXPECT_EQ(run(*together, image, key), one_by_one(list, image, key))
          << list << " of " << width << "x" << height;
    }
  }
}

TEST(Pipeline, Case40_ALargePhotoIsReducedAsPillowDoes) {
  const auto val = pipeline("[{resize: 256}, {center_crop: 224}]", options_for());
  const auto pixels = run(*val, raw_image(noise(3000, 4000, 3, 40), 3000, 4000, 3));
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const std::uint8_t byte : pixels) hash = (hash ^ byte) * 0x100000001B3ULL;
  const std::string stored =
      testing::file_content(std::string(TRAINER_TEST_FILES) + "/resize/photo.txt");
  EXPECT_EQ(hash, std::stoull(stored, nullptr, 16));
}

TEST(Pipeline, Case39_AnImageSmallerThanTheCropIsPaddedOrResized) {
  const auto center = pipeline("[{center_crop: 224}]", options_for());
  const auto padded =
      run(*center, raw_image(std::vector<std::uint8_t>(100 * 100 * 3, 200), 100, 100, 3));
  EXPECT_EQ(padded.front(), 0);
  EXPECT_EQ(padded[(112U * 224U + 112U) * 3U], 200);
  const SourceImage small = raw_image(noise(147, 190, 3, 2), 147, 190, 3);
  EXPECT_EQ(run(*pipeline("[{random_crop: 224}]", options_for()), small).size(), 224U * 224U * 3U);
  EXPECT_EQ(run(*pipeline("[{random_resized_crop: 224}]", options_for()), small).size(),
            224U * 224U * 3U);
}

TEST(Pipeline, Case42_ARedImageIsRedInChannelZero) {
  const auto identity = pipeline("[{normalize: {mean: [0, 0, 0], std: [1, 1, 1]}}]", [] {
    PipelineOptions options = options_for();
    options.source_height = options.source_width = 2;
    return options;
  }());
  const auto pixels =
      run(*identity, raw_image({255, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0}, 2, 2, 3));
  std::vector<float> out(pixels.size());
  BatchNormalizer(identity->normalization()).run(pixels.data(), out.data(), 4);
  EXPECT_EQ(out, (std::vector<float>{1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0}));
}

TEST(Pipeline, Case33_RawImagesBecomeTheModelsChannels) {
  const auto gray = pipeline("[{resize: [2, 2]}]", options_for(1));
  const auto color = pipeline("[{resize: [2, 2]}]", options_for(3));
  const SourceImage gray_source = raw_image({10, 20, 30, 40}, 2, 2, 1);
  const SourceImage red_source = raw_image({255, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0}, 2, 2, 3);
  EXPECT_EQ(run(*gray, gray_source), (std::vector<std::uint8_t>{10, 20, 30, 40}));
  EXPECT_EQ(run(*gray, red_source), (std::vector<std::uint8_t>{76, 76, 76, 76}));
  EXPECT_EQ(run(*color, gray_source),
            (std::vector<std::uint8_t>{10, 10, 10, 20, 20, 20, 30, 30, 30, 40, 40, 40}));
  EXPECT_EQ(run(*color, red_source), red_source.bytes);
  EXPECT_THAT([] { pipeline("[{resize: [2, 2]}, {normalize: imagenet}]", options_for(1)); },
              ThrowsMessage<ConfigError>(AllOf(HasSubstr("1 value"), HasSubstr("got 3"))));
  EXPECT_THAT(
      [] { pipeline("[{resize: [2, 2]}, {normalize: {mean: 0.5, std: 0.5}}]", options_for(3)); },
      ThrowsMessage<ConfigError>(AllOf(HasSubstr("3 values"), HasSubstr("got 1"))));
}

TEST(Pipeline, Case33_GrayAndColourFilesBecomeTheModelsChannels) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("trainer-pipeline-" + std::to_string(getpid()) + ".png");
  const auto through =
      [&](int channels, const std::vector<std::uint8_t>& pixels, int file_channels) {
        save_png(path.string(), pixels.data(), 1, 2, file_channels);
        const std::string content = testing::file_content(path.string());
        SourceImage image;
        image.bytes.assign(content.begin(), content.end());
        return run(*pipeline("[{center_crop: [1, 2]}]", options_for(channels)), image);
      };
  EXPECT_EQ(through(1, {10, 20}, 1), (std::vector<std::uint8_t>{10, 20}));
  EXPECT_EQ(through(3, {10, 20}, 1), (std::vector<std::uint8_t>{10, 10, 10, 20, 20, 20}));
  EXPECT_EQ(through(1, {255, 0, 0, 0, 0, 255}, 3), (std::vector<std::uint8_t>{76, 29}));
  EXPECT_EQ(through(3, {255, 0, 0, 0, 0, 255}, 3),
            (std::vector<std::uint8_t>{255, 0, 0, 0, 0, 255}));
  std::filesystem::remove(path);
}

TEST(Pipeline, DropsTheAlphaOfRawPixels) {
  const auto color = pipeline("[{resize: [1, 1]}]", options_for(3));
  EXPECT_EQ(run(*color, raw_image({1, 2, 3, 99}, 1, 1, 4)), (std::vector<std::uint8_t>{1, 2, 3}));
  EXPECT_EQ(run(*color, raw_image({7, 99}, 1, 1, 2)), (std::vector<std::uint8_t>{7, 7, 7}));
}

TEST(Pipeline, ImageSizeFillsWhatIsLeftOut) {
  const auto made = pipeline("[random_resized_crop]", options_for(3, 32));
  EXPECT_EQ(made->height(), 32);
  EXPECT_EQ(made->width(), 32);
  EXPECT_THAT([] { pipeline("[random_resized_crop]", options_for()); },
              ThrowsMessage<ConfigError>(
                  AllOf(HasSubstr("transforms.train.0"), HasSubstr("data.image_size"))));
}

TEST(Pipeline, AConflictWithImageSizeIsAnErrorAtTheTransformThatSetsTheSize) {
  try {
    pipeline("[{resize: 40}, {center_crop: 24}, horizontal_flip]", options_for(3, 32));
    FAIL() << "no error";
  } catch (const ConfigError& error) {
    ASSERT_EQ(error.mistakes().size(), 1U);
    const ConfigMistake& mistake = error.mistakes().front();
    EXPECT_EQ(mistake.key, "transforms.train.1");
    EXPECT_EQ(mistake.file, "run.yaml");
    EXPECT_EQ(mistake.line, 1);
    EXPECT_GT(mistake.column, 15);
    EXPECT_THAT(mistake.message, AllOf(HasSubstr("24x24"), HasSubstr("image_size is 32")));
  }
}

TEST(Pipeline, ASizeThatVariesAtTheEndIsAnError) {
  EXPECT_THAT([] { pipeline("[{resize: 40}]", options_for()); },
              ThrowsMessage<ConfigError>(HasSubstr("differ in size")));
  EXPECT_THAT([] { pipeline("[horizontal_flip]", options_for()); },
              ThrowsMessage<ConfigError>(HasSubstr("differ in size")));
}

TEST(Pipeline, AMistakeOfTheWholeListStandsAtItsFirstTransform) {
  PipelineOptions options = options_for();
  options.position = {};
  try {
    pipeline("[horizontal_flip]", options);
    FAIL();
  } catch (const ConfigError& error) {
    const ConfigMistake& mistake = error.mistakes().front();
    EXPECT_EQ(mistake.key, "transforms.train");
    EXPECT_EQ(mistake.file, "run.yaml");
    EXPECT_EQ(mistake.line, 1);
    EXPECT_EQ(mistake.column, 5);
  }
}

TEST(Pipeline, RawSourcesOfOneSizeNeedNoSizeInTheList) {
  PipelineOptions options = options_for(1);
  options.source_height = 28;
  options.source_width = 20;
  EXPECT_EQ(pipeline("[horizontal_flip]", options)->height(), 28);
  EXPECT_EQ(pipeline("[{resize: 40}]", options)->height(), 56);
  options.image_size = 28;
  EXPECT_THAT([&] { pipeline("[horizontal_flip]", options); },
              ThrowsMessage<ConfigError>(HasSubstr("20x28")));
}

TEST(Pipeline, RefusesRandomTransformsForValidationAllAtOnce) {
  PipelineOptions options = options_for();
  options.random = false;
  try {
    pipeline("[{random_crop: 8}, horizontal_flip, {resize: [4, 4]}]", options);
    FAIL() << "no error";
  } catch (const ConfigError& error) {
    ASSERT_EQ(error.mistakes().size(), 2U);
    EXPECT_THAT(error.mistakes()[1].message, HasSubstr("horizontal_flip is random"));
    EXPECT_EQ(error.mistakes()[1].key, "transforms.train.1");
  }
}

TEST(Pipeline, RefusesNormalizeBeforeTheEnd) {
  EXPECT_THAT([] { pipeline("[{normalize: imagenet}, {resize: [4, 4]}]", options_for()); },
              ThrowsMessage<ConfigError>(HasSubstr("normalize stands before resize")));
}

TEST(Pipeline, RefusesFewerChannelsThanTheDataHas) {
  EXPECT_THAT([] { pipeline("[{resize: [4, 4]}, {to_grayscale: 1}]", options_for()); },
              ThrowsMessage<ConfigError>(
                  AllOf(HasSubstr("transforms.train.1"), HasSubstr("data.channels is 3"))));
}

TEST(Pipeline, NamesTheImageInErrors) {
  const auto made = pipeline("[{resize: [4, 4]}]", options_for());
  SourceImage image = raw_image(noise(4, 4, 3, 0), 4, 5, 3);
  std::vector<std::uint8_t> out(48);
  try {
    made->run(image, "a/b\n.png", {}, out.data());
    FAIL() << "no error";
  } catch (const DataError& error) {
    EXPECT_EQ(error.path(), "a/b\n.png");
    EXPECT_THAT(
        error.what(),
        AllOf(HasSubstr("a/b\\n.png: expected the bytes of 5x4"), HasSubstr("got 48 bytes")));
  }
  image = SourceImage{};
  image.bytes = {1, 2, 3};
  EXPECT_THAT([&] { made->run(image, "x.jpg", {}, out.data()); },
              ThrowsMessage<DataError>(HasSubstr("x.jpg")));
}

TEST(Pipeline, RandomNumbersBelongToSampleEpochAndPosition) {
  const auto made = pipeline("[{random_crop: 8}, horizontal_flip]", options_for());
  const SourceImage image = raw_image(noise(64, 64, 3, 2), 64, 64, 3);
  const auto first = run(*made, image, {1, 1, 5, 0});
  EXPECT_EQ(run(*made, image, {1, 1, 5, 0}), first);
  EXPECT_NE(run(*made, image, {2, 1, 5, 0}), first);
  EXPECT_NE(run(*made, image, {1, 2, 5, 0}), first);
  EXPECT_NE(run(*made, image, {1, 1, 6, 0}), first);
  EXPECT_NE(run(*made, image, {1, 1, 5, 1}), first);
}

TEST(Pipeline, ATransformsNumbersDoNotDependOnThoseBeforeIt) {
  // Both draw for the crop, but one draws ten times more before it.
  const SampleKey key = {1, 1, 3, 0};
  KeyedRandom used(key, 0);
  for (int i = 0; i < 10; ++i) used.next();
  KeyedRandom second(key, 1);
  KeyedRandom again(key, 1);
  EXPECT_EQ(second.next(), again.next());
  EXPECT_NE(KeyedRandom(key, 0).next(), KeyedRandom(key, 1).next());
}

TEST(Pipeline, TheFixedPartLeavesRandomTransformsOut) {
  const auto made = pipeline(
      "[{resize: 12}, {random_resized_crop: 8}, {horizontal_flip: 1.0}, {normalize: auto}]",
      options_for());
  EXPECT_TRUE(made->needs_statistics());
  std::vector<std::uint8_t> out;
  int height = 0;
  int width = 0;
  made->run_fixed_part(raw_image(noise(24, 48, 3, 0), 24, 48, 3), "a", out, height, width);
  EXPECT_EQ(height, 12);
  EXPECT_EQ(width, 24);
}

class AddOne final : public Transform {
 public:
  void apply(const ImageView& in, const MutableImageView& out, RandomSource&) const override {
    for (int y = 0; y < in.height; ++y) {
      for (int x = 0; x < in.width * in.channels; ++x) {
        out.row(y)[x] = static_cast<std::uint8_t>(in.row(y)[x] + 1);
      }
    }
  }
};

TEST(RegisterTransform, AnOwnTransformIsUsableByName) {
  register_transform("add_one", nullptr, "adds one", [](const TransformRequest&, const Node&) {
    return std::make_unique<AddOne>();
  });
  const auto made =
      pipeline("[{resize: [2, 1]}, add_one, {horizontal_flip: 1.0}, add_one]", options_for(1));
  EXPECT_EQ(run(*made, raw_image({4, 5}, 2, 1, 1)), (std::vector<std::uint8_t>{6, 7}));
  EXPECT_THAT(
      [] {
        register_transform("resize", nullptr, "", [](const auto&, const auto&) {
          return std::make_unique<AddOne>();
        });
      },
      ThrowsMessage<UsageError>(HasSubstr("resize")));
}

}  // namespace
}  // namespace trainer
