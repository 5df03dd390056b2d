#include "data/sources/synthetic.h"

#include "helpers.h"

namespace trainer::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::uint8_t> pixels(const Dataset& data, std::int64_t index) {
  SourceImage image;
  data.read(index, image);
  EXPECT_FALSE(image.encoded);
  return image.bytes;
}

TEST(Synthetic, GivesTheSameImageEachTime) {
  const SyntheticOptions options{20, 4, 16, 12, 3};
  const auto one = open_synthetic(request(""), options), two = open_synthetic(request(""), options);
  EXPECT_EQ(one->size(), 20);
  EXPECT_EQ(one->raw_size(), (RawSize{16, 12, 3}));
  EXPECT_EQ(pixels(*one, 7).size(), 16U * 12U * 3U);
  EXPECT_EQ(pixels(*one, 7), pixels(*two, 7));
  EXPECT_NE(pixels(*one, 7), pixels(*one, 11));
  EXPECT_EQ(one->label(7), 3);
}

TEST(Synthetic, SplitsAndSeedsDiffer) {
  const SyntheticOptions options{20, 4, 16, 12, 1};
  const auto train = open_synthetic(request(""), options);
  const auto val = open_synthetic(request("", "val", train->class_names()), options);
  DatasetRequest seeded = request("");
  seeded.seed = 5;
  EXPECT_NE(pixels(*train, 0), pixels(*val, 0));
  EXPECT_NE(pixels(*train, 0), pixels(*open_synthetic(seeded, options), 0));
}

TEST(Synthetic, ClassesAreToldApartByTheNearestMeanOfStripes) {
  // The mean absolute difference to the neighbour on the right and below tells the direction: a
  // crude feature, and enough to be right far more often than by chance.
  const auto data = open_synthetic(request(""), {400, 4, 32, 32, 1});
  const auto feature = [&](std::int64_t index) {
    const std::vector<std::uint8_t> p = pixels(*data, index);
    double right = 0, below = 0, diagonal = 0;
    for (std::size_t y = 0; y < 31; ++y) {
      for (std::size_t x = 0; x < 30; ++x) {
        right += std::abs(p[32 * y + x] - p[32 * y + x + 2]);
        below += std::abs(p[32 * y + x] - p[32 * y + 32 + x]);
        diagonal += std::abs(p[32 * y + x + 1] - p[32 * y + 32 + x]);
      }
    }
    return std::array<double, 3>{right, below, diagonal};
  };
  std::array<std::array<double, 3>, 4> mean{};
  for (std::int64_t i = 0; i < 200; ++i) {
    const auto f = feature(i);
    for (std::size_t k = 0; k < 3; ++k)
      mean[static_cast<std::size_t>(data->label(i))][k] += f[k] / 50;
  }
  int right = 0;
  for (std::int64_t i = 200; i < 400; ++i) {
    const auto f = feature(i);
    std::size_t best = 0;
    double best_distance = 1e30;
    for (std::size_t c = 0; c < 4; ++c) {
      double distance = 0;
      for (std::size_t k = 0; k < 3; ++k) distance += (f[k] - mean[c][k]) * (f[k] - mean[c][k]);
      if (distance < best_distance) best = c, best_distance = distance;
    }
    right += static_cast<std::int64_t>(best) == data->label(i) ? 1 : 0;
  }
  EXPECT_GT(right, 160);
}

TEST(Synthetic, RejectsTwoChannelsAndTooFewSamples) {
  EXPECT_THAT(data_error([] {
                open_synthetic(request(""), {10, 2, 8, 8, 2});
              }),
              HasSubstr("expected 1 (gray) or 3 (colour)"));
  EXPECT_THAT(data_error([] {
                open_synthetic(request(""), {3, 5, 8, 8, 1});
              }),
              HasSubstr("\"class_3\", \"class_4\""));
}

}  // namespace
}  // namespace trainer::test
