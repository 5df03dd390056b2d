/// Foreign images on their way into a batch: whatever the bytes are, the answer is a filled slot or
/// a DataError; the same on another thread, on a processor without AVX2, and, decoded exactly, from
/// the pixels of the whole image. The first bytes of the input choose what is done (see Choice),
/// the rest is the file. Seeds: make_seeds.py image_pipeline.
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>
#include <tuple>
#include <vector>

#include <trainer/error.h>

#include "data/decode/decode.h"
#include "data/transforms/kernels/by_processor.h"
#include "data/transforms/pipeline.h"
#include "new_memory.h"
#include "require.h"
#include "unit/transforms/helpers.h"

namespace trainer::fuzz {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::int64_t kMaxPixels = 1 << 20;

/// New lists are appended: seeds and findings name them by number. make_seeds.py counts them.
constexpr std::array kLists = {
    "[{center_crop: 24}]",
    "[{resize: 24}, {center_crop: 20}]",
    "[{resize: {size: 24, interpolation: bicubic, rounding: pillow12}}, {center_crop: [20, 22]}]",
    "[{random_resized_crop: 24}, horizontal_flip]",
    "[{random_resized_crop: {size: [20, 28], interpolation: bicubic}}, {horizontal_flip: 1.0}]",
    "[{random_resized_crop: {size: 16, rounding: pillow12, scale: [0.01, 1], ratio: [0.1, 10]}}]",
    "[{random_crop: {size: 24, padding: 4, padding_mode: reflect}}, horizontal_flip]",
    "[{random_crop: {size: [9, 31], padding: [1, 2, 3, 4], padding_mode: symmetric}}]",
    "[{random_crop: {size: 30, padding_mode: edge}}, vertical_flip, alternating_flip]",
    "[{resize: [24, 24]}, {rotation: 40}, {perspective: {p: 1.0, fill: 7}}]",
    "[{resize: 24}, {affine: {degrees: 20, translate: [0.2, 0.1], scale: [0.5, 2], shear: 10, "
    "interpolation: bicubic}}, {center_crop: 24}]",
    "[{color_jitter: {brightness: 0.4, contrast: 0.4, saturation: 0.4, hue: 0.1}}, "
    "{random_resized_crop: 24}]",
    "[{resize: [24, 24]}, {grayscale: 0.5}, {gaussian_blur: [5, 3]}, sharpness, autocontrast]",
    "[{resize: [24, 24]}, equalize, invert, {posterize: 3}, solarize, to_grayscale]",
    "[{resize: 26}, {rand_augment: {num_ops: 3, interpolation: bilinear}}, {center_crop: 24}]",
    "[{random_resized_crop: 24}, trivial_augment_wide, {random_erasing: {p: 1.0, value: noise}}]",
    "[{random_resized_crop: 24}, auto_augment, {cutout: {size: 9, count: 2, value: mean}}]",
    "[{random_resized_crop: 24}, {augmix: {severity: 10}}]",
};

/// The bytes before the file.
struct Choice {
  static constexpr std::size_t kBytes = 4;

  explicit Choice(const std::uint8_t* bytes)
      : channels((bytes[0] & 1) != 0 ? 1 : 3),
        exif((bytes[0] & 2) != 0),
        fast((bytes[0] & 4) != 0),
        list(bytes[1] % kLists.size()),
        key{.seed = 1, .epoch = 1 + bytes[2], .index = bytes[3]} {}

  int channels;
  bool exif, fast;
  std::size_t list;
  SampleKey key;
};

const Pipeline& pipeline_for(const Choice& choice) {
  static std::map<std::tuple<int, bool, bool, std::size_t>, std::shared_ptr<Pipeline>> made;
  auto& pipeline = made[{choice.channels, choice.exif, choice.fast, choice.list}];
  if (!pipeline) {
    PipelineOptions options;
    options.channels = choice.channels;
    options.max_pixels = kMaxPixels;
    options.exif = choice.exif;
    options.fast_decode = choice.fast;
    pipeline = make_pipeline(testing::components(kLists[choice.list]), options);
  }
  return *pipeline;
}

/// The slot, which held `before` everywhere; empty where the image is refused.
std::optional<Bytes> slot(const Pipeline& pipeline,
                          const SourceImage& image,
                          const SampleKey& key,
                          std::uint8_t before) {
  Bytes out(static_cast<std::size_t>(pipeline.height() * pipeline.width() * pipeline.channels()),
            before);
  fill_new_memory_with(before);
  try {
    pipeline.run(image, "fuzz", key, out.data());
  } catch (const DataError& error) {
    require(std::string_view(error.what()).starts_with("fuzz: "), "a message names the image");
    return std::nullopt;
  }
  return out;
}

/// On a thread without any memory of earlier images, with other bytes in new memory and with other
/// instructions.
std::optional<Bytes> slot_elsewhere(const Pipeline& pipeline,
                                    const SourceImage& image,
                                    const SampleKey& key) {
  std::optional<Bytes> out;
  detail::may_use_avx2 = false;
  std::thread([&] { out = slot(pipeline, image, key, 0xff); }).join();
  detail::may_use_avx2 = true;
  return out;
}

std::optional<SourceImage> whole_image(const Bytes& file, const Choice& choice) {
  DecodedImage image;
  try {
    decode_image(file, choice.channels, kMaxPixels, "fuzz", image, choice.exif);
  } catch (const DataError&) {
    return std::nullopt;
  }
  image.pixels.resize(image.bytes());
  return testing::raw_image(std::move(image.pixels), image.height, image.width, image.channels);
}

void check_fixed_part(const Pipeline& pipeline, const SourceImage& image) {
  Bytes out;
  int height = 0, width = 0;
  try {
    pipeline.run_fixed_part(image, "fuzz", out, height, width);
  } catch (const DataError&) {
    return;
  }
  const std::int64_t bytes = std::int64_t{height} * width * pipeline.channels();
  require(bytes > 0 && bytes <= static_cast<std::int64_t>(out.size()), "room for the fixed part");
}

void check(const Choice& choice, Bytes bytes) {
  const Pipeline& pipeline = pipeline_for(choice);
  SourceImage file;
  file.bytes = std::move(bytes);
  const auto here = slot(pipeline, file, choice.key, 0);
  require(here == slot_elsewhere(pipeline, file, choice.key), "the same pixels everywhere");
  check_fixed_part(pipeline, file);
  if (choice.fast) return;
  const auto whole = whole_image(file.bytes, choice);
  if (!whole) return;
  require(here == slot(pipeline, *whole, choice.key, 1), "the pixels of the whole image");
}

}  // namespace
}  // namespace trainer::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using trainer::fuzz::Choice;
  if (size < Choice::kBytes) return 0;
  trainer::fuzz::check(Choice(data), {data + Choice::kBytes, data + size});
  return 0;
}
