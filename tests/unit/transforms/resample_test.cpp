#include "data/transforms/kernels/resample.h"

#include <array>
#include <cstring>

#include <gtest/gtest.h>

#include "base/random.h"
#include "unit/transforms/helpers.h"

namespace trainer {
namespace {

using testing::noise;
using testing::view;

struct Record {
  int height, width, channels, out_height, out_width, filter, order, seed;
  std::vector<std::uint8_t> pixels;
  ResizePlan plan() const {
    return {.source = {0, 0, width, height},
            .height = out_height,
            .width = out_width,
            .window = {0, 0, out_width, out_height},
            .interpolation = filter == 1 ? Interpolation::bicubic : Interpolation::bilinear,
            .order = order == 12 ? ResizeOrder::pillow12 : ResizeOrder::pillow13};
  }
};

std::vector<Record> fixtures() {
  const std::string content =
      testing::file_content(std::string(TRAINER_TEST_FILES) + "/resize/fixtures.bin");
  std::vector<Record> records;
  std::size_t at = 0;
  while (at < content.size()) {
    std::array<std::int32_t, 9> head{};
    std::memcpy(head.data(), content.data() + at, sizeof(head));
    at += sizeof(head);
    const auto bytes = static_cast<std::size_t>(head[8]);
    records.push_back({head[0],
                       head[1],
                       head[2],
                       head[3],
                       head[4],
                       head[5],
                       head[6],
                       head[7],
                       {content.begin() + static_cast<std::ptrdiff_t>(at),
                        content.begin() + static_cast<std::ptrdiff_t>(at + bytes)}});
    at += bytes;
  }
  return records;
}

std::vector<std::uint8_t> resized(Resampler& resampler,
                                  const Record& record,
                                  const ResizePlan& plan) {
  const auto source =
      noise(record.height, record.width, record.channels, static_cast<std::uint32_t>(record.seed));
  std::vector<std::uint8_t> out(
      static_cast<std::size_t>(plan.window.height * plan.window.width * record.channels));
  resampler.run({view(source.data(), record.height, record.width, record.channels), 0, 0},
                plan,
                view(out.data(), plan.window.height, plan.window.width, record.channels));
  return out;
}

/// Each test runs with the loops of every kind of processor that this one can stand in for.
class ResamplerOn : public ::testing::TestWithParam<const ResampleKernels*> {
 protected:
  Resampler resampler{*GetParam()};  // one for all: memory of one size must not show in the next
};
INSTANTIATE_TEST_SUITE_P(Kernels,
                         ResamplerOn,
                         ::testing::ValuesIn(usable_resample_kernels()),
                         [](const auto& info) { return std::string(info.param->name); });

TEST_P(ResamplerOn, GivesPillowsPixelsInBothOrdersOfThePasses) {
  const auto records = fixtures();
  ASSERT_EQ(records.size(), 72U);
  for (const Record& r : records) {
    SCOPED_TRACE(::testing::Message()
                 << r.width << "x" << r.height << "x" << r.channels << " to " << r.out_width << "x"
                 << r.out_height << " filter " << r.filter << " order " << r.order);
    EXPECT_EQ(resized(resampler, r, r.plan()), r.pixels);
  }
}

TEST(Resampler, TheOrderOfThePassesShowsInTheFixtures) {
  int different = 0;
  const auto records = fixtures();
  for (std::size_t i = 0; i + 1 < records.size(); i += 2) {
    ASSERT_EQ(records[i].order, 12);
    ASSERT_EQ(records[i + 1].order, 13);
    different += records[i].pixels != records[i + 1].pixels ? 1 : 0;
  }
  EXPECT_GE(different, 4);
}

TEST_P(ResamplerOn, AWindowIsThatPartOfTheWhole) {
  for (const Record& r : fixtures()) {
    if (r.out_height < 4 || r.out_width < 4) continue;
    ResizePlan plan = r.plan();
    plan.window = {1, 2, r.out_width - 3, r.out_height - 2};
    const auto part = resized(resampler, r, plan);
    const auto row = static_cast<std::size_t>(plan.window.width * r.channels);
    for (int y = 0; y < plan.window.height; ++y) {
      const auto from = static_cast<std::size_t>(((y + 2) * r.out_width + 1) * r.channels);
      ASSERT_EQ(
          std::memcmp(part.data() + static_cast<std::size_t>(y) * row, r.pixels.data() + from, row),
          0)
          << r.width << "x" << r.height << " row " << y;
    }
  }
}

TEST_P(ResamplerOn, MirrorsTheResultNotTheSource) {
  for (const Record& r : fixtures()) {
    ResizePlan plan = r.plan();
    plan.mirror = true;
    std::vector<std::uint8_t> expected(r.pixels.size());
    copy_pixels(view(r.pixels.data(), r.out_height, r.out_width, r.channels),
                view(expected.data(), r.out_height, r.out_width, r.channels),
                true);
    EXPECT_EQ(resized(resampler, r, plan), expected) << r.width << "x" << r.height;
  }
}

TEST_P(ResamplerOn, TreatsEachOfTwoOrFourChannelsForItself) {
  for (const int channels : {2, 4}) {
    const auto source = noise(40, 30, channels, 6);
    const ResizePlan plan = {{0, 0, 30, 40}, 17, 23, {0, 0, 23, 17}};
    std::vector<std::uint8_t> all(static_cast<std::size_t>(17 * 23 * channels));
    resampler.run(
        {view(source.data(), 40, 30, channels), 0, 0}, plan, view(all.data(), 17, 23, channels));
    for (int c = 0; c < channels; ++c) {
      std::vector<std::uint8_t> one(40 * 30), out(17 * 23), expected(17 * 23);
      for (std::size_t i = 0; i < one.size(); ++i) {
        one[i] = source[i * static_cast<std::size_t>(channels) + static_cast<std::size_t>(c)];
      }
      for (std::size_t i = 0; i < out.size(); ++i) {
        expected[i] = all[i * static_cast<std::size_t>(channels) + static_cast<std::size_t>(c)];
      }
      resampler.run({view(one.data(), 40, 30, 1), 0, 0}, plan, view(out.data(), 17, 23, 1));
      EXPECT_EQ(out, expected) << "channel " << c << " of " << channels;
    }
  }
}

TEST_P(ResamplerOn, GivesThePortableBytesFromThePixelsThatItAsksForAlone) {
  Resampler portable(portable_resample_kernels());
  Random random({.seed = 5, .use = RandomUse::synthetic});
  const auto between = [&](int low, int high) {
    return low + static_cast<int>(random.below(static_cast<std::uint64_t>(high - low + 1)));
  };
  for (int round = 0; round < 300; ++round) {
    const bool tiny = round % 3 == 0;
    const int height = between(1, tiny ? 9 : 150), width = between(1, tiny ? 9 : 150);
    const int channels = round % 4 == 3 ? 1 : 3;
    const auto image = noise(height, width, channels, static_cast<std::uint32_t>(round));
    ResizePlan plan;
    plan.source.width = between(1, width);
    plan.source.height = between(1, height);
    plan.source.x = between(0, width - plan.source.width);
    plan.source.y = between(0, height - plan.source.height);
    plan.height = round % 7 == 0 ? plan.source.height : between(1, 90);
    plan.width = round % 5 == 0 ? plan.source.width : between(1, 90);
    plan.window.width = between(1, plan.width);
    plan.window.height = between(1, plan.height);
    plan.window.x = between(0, plan.width - plan.window.width);
    plan.window.y = between(0, plan.height - plan.window.height);
    plan.mirror = round % 2 == 0;
    plan.interpolation = round % 8 < 4 ? Interpolation::bilinear : Interpolation::bicubic;
    SCOPED_TRACE(::testing::Message()
                 << "round " << round << ": " << plan.source.width << "x" << plan.source.height
                 << "x" << channels << " to " << plan.width << "x" << plan.height);
    const auto bytes = static_cast<std::size_t>(plan.window.width * plan.window.height * channels);
    std::vector<std::uint8_t> expected(bytes), found(bytes);
    const auto to = [&](std::vector<std::uint8_t>& out) {
      return view(out.data(), plan.window.height, plan.window.width, channels);
    };
    const ImageView whole = view(image.data(), height, width, channels);
    portable.run({whole, 0, 0}, plan, to(expected));
    // Memory that ends with the last needed pixel.
    const Box box = resampler.needed(plan);
    std::vector<std::uint8_t> held(static_cast<std::size_t>(box.width * box.height * channels));
    const ImageView source = {whole.row(box.y) + static_cast<std::ptrdiff_t>(box.x) * channels,
                              box.height,
                              box.width,
                              channels,
                              whole.stride};
    copy_pixels(source, view(held.data(), box.height, box.width, channels), false);
    resampler.run(
        {view(held.data(), box.height, box.width, channels), box.x, box.y}, plan, to(found));
    ASSERT_EQ(found, expected);
  }
}

TEST(CopyPixels, MirrorsWholePixels) {
  const std::vector<std::uint8_t> row = {1, 2, 3, 4, 5, 6};
  std::vector<std::uint8_t> out(6);
  copy_pixels(view(row.data(), 1, 2, 3), view(out.data(), 1, 2, 3), true);
  EXPECT_EQ(out, (std::vector<std::uint8_t>{4, 5, 6, 1, 2, 3}));
}

}  // namespace
}  // namespace trainer
