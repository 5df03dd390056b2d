#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "data/transforms/kernels/normalize.h"
#include "data/transforms/keyed_random.h"
#include "unit/transforms/helpers.h"

namespace trainer {
namespace {

using testing::noise;

constexpr float kTiny = std::numeric_limits<float>::denorm_min();
constexpr float kHuge = std::numeric_limits<float>::max();

/// By bits: not a number equals itself, and 0 is not -0.
template <class Number>
std::vector<unsigned> bits_of(const std::vector<Number>& numbers) {
  std::vector<unsigned> bits;
  for (const Number number : numbers) {
    if constexpr (std::is_same_v<Number, float>) {
      bits.push_back(std::bit_cast<std::uint32_t>(number));
    } else {
      bits.push_back(number.bits);
    }
  }
  return bits;
}

Normalization for_channels(int channels) {
  const auto n = static_cast<std::ptrdiff_t>(channels);
  static constexpr std::array<float, 4> mean = {0.485F, 0.456F, 0.406F, 0.5F};
  static constexpr std::array<float, 4> std = {0.229F, 0.224F, 0.225F, 0.31F};
  return {{mean.begin(), mean.begin() + n}, {std.begin(), std.begin() + n}};
}

float expected(std::uint8_t value, const Normalization& numbers, std::size_t position) {
  const std::size_t c = position % numbers.mean.size();
  const float scaled = static_cast<float>(value) / 255.0F;
  return (scaled - numbers.mean[c]) / numbers.std[c];
}

std::vector<float> expected(const std::vector<std::uint8_t>& in, const Normalization& numbers) {
  std::vector<float> out;
  for (std::size_t i = 0; i < in.size(); ++i) out.push_back(expected(in[i], numbers, i));
  return out;
}

std::vector<Bfloat16> rounded(const std::vector<float>& numbers) {
  std::vector<Bfloat16> out;
  for (const float number : numbers) out.push_back(to_bfloat16(number));
  return out;
}

/// What `run` writes, from and to memory that starts at an odd byte and at an odd number, between
/// numbers that have to stay.
template <class Number, class Run>
std::vector<Number> between_guards(const std::vector<std::uint8_t>& in, const Run& run) {
  std::vector<std::uint8_t> shifted(1, 99);
  shifted.insert(shifted.end(), in.begin(), in.end());
  const auto guard = std::bit_cast<Number>(
      std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint16_t>{0x1234});
  std::vector<Number> out(in.size() + 2, guard);
  run(shifted.data() + 1, out.data() + 1);
  EXPECT_EQ(bits_of<Number>({out.front(), out.back()}), bits_of<Number>({guard, guard}));
  return {out.begin() + 1, out.end() - 1};
}

class NormalizerOn : public ::testing::TestWithParam<const NormalizeKernels*> {
 protected:
  const NormalizeKernels& kernels = *GetParam();

  void expect_exact(const Normalization& numbers, const std::vector<std::uint8_t>& in) {
    const BatchNormalizer normalizer(numbers, kernels);
    const std::size_t channels = numbers.mean.size();
    const auto pixels = static_cast<std::int64_t>(in.size() / channels);
    const std::vector<float> out = expected(in, numbers);
    EXPECT_EQ(bits_of(between_guards<float>(
                  in, [&](auto* from, auto* to) { normalizer.run(from, to, pixels); })),
              bits_of(out));
    EXPECT_EQ(bits_of(between_guards<Bfloat16>(
                  in, [&](auto* from, auto* to) { normalizer.run(from, to, pixels); })),
              bits_of(rounded(out)));
  }
};
INSTANTIATE_TEST_SUITE_P(Kernels,
                         NormalizerOn,
                         ::testing::ValuesIn(usable_normalize_kernels()),
                         [](const auto& info) { return std::string(info.param->name); });

std::vector<std::uint8_t> every_byte(int channels) {
  std::vector<std::uint8_t> in;
  for (int i = 0; i < 256; ++i) {
    in.insert(in.end(), static_cast<std::size_t>(channels), static_cast<std::uint8_t>(i));
  }
  return in;
}

TEST_P(NormalizerOn, GivesTheExactlyRoundedResultForEveryByte) {
  for (int channels = 1; channels <= 4; ++channels) {
    SCOPED_TRACE(channels);
    expect_exact(for_channels(channels), every_byte(channels));
    EXPECT_STREQ(BatchNormalizer(for_channels(channels), kernels).kernels().name, kernels.name);
  }
}

TEST_P(NormalizerOn, TakesRowsOfAnyLengthFromAnyAddress) {
  for (int channels = 1; channels <= 4; ++channels) {
    for (const int pixels : {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  11, 15, 16, 17,  23,  24,
                             25, 28, 31, 32, 33, 47, 48, 49, 63, 64, 65, 96, 97, 224, 1001}) {
      SCOPED_TRACE(::testing::Message() << pixels << " pixels of " << channels << " channels");
      expect_exact(for_channels(channels), noise(1, pixels, channels, 2));
    }
  }
}

TEST_P(NormalizerOn, IsExactForRandomNumbers) {
  KeyedRandom random({1, 1, 1, 0}, 0);
  int calculated = 0;
  for (int i = 0; i < 300; ++i) {
    Normalization numbers;
    for (int c = 0; c < 3; ++c) {
      numbers.mean.push_back(static_cast<float>(random.uniform()));
      numbers.std.push_back(static_cast<float>(std::exp(8 * random.uniform() - 6)));
    }
    expect_exact(numbers, every_byte(3));
    calculated += &BatchNormalizer(numbers, kernels).kernels() == &kernels ? 1 : 0;
  }
  EXPECT_GE(calculated, 270) << "the table is the exception";
}

TEST_P(NormalizerOn, IsExactForExtremeNumbers) {
  const Normalization extremes[] = {
      {{0}, {1}},
      {{0}, {kTiny}},
      {{0}, {1e-38F}},
      {{1}, {1e-38F}},
      {{0.5F}, {kHuge}},
      {{kTiny}, {1}},
      {{1e-39F}, {1}},
      {{1e-39F}, {0.25F}},
      {{kHuge}, {0.5F}},
      {{-kHuge}, {0.5F}},
      {{std::numeric_limits<float>::infinity()}, {1}},
      {{std::numeric_limits<float>::quiet_NaN()}, {1}},
      {{1}, {0}},
      {{0.2F, 0, kTiny}, {kTiny, 1e30F, 0.5F}},
  };
  for (std::size_t i = 0; i < std::size(extremes); ++i) {
    SCOPED_TRACE(i);
    expect_exact(extremes[i], every_byte(static_cast<int>(extremes[i].mean.size())));
  }
}

TEST_P(NormalizerOn, OneInexactValueMakesTheTableTakeOver) {
  NormalizeKernels wrong = kernels;
  wrong.name = "wrong";
  static const NormalizeKernels* right = nullptr;
  right = &kernels;
  wrong.to_float =
      [](const NormalizeTables& tables, const std::uint8_t* in, float* out, std::int64_t pixels) {
        right->to_float(tables, in, out, pixels);
        for (std::int64_t i = 0; i < pixels * tables.channels; ++i) {
          if (in[i] == 200 && i % 3 == 1) out[i] = std::nextafter(out[i], 9.0F);
        }
      };
  const BatchNormalizer normalizer(for_channels(3), wrong);
  EXPECT_EQ(&normalizer.kernels(), &table_normalize_kernels());
}

TEST(NormalizeKernels, TheFastestIsTakenByDefault) {
  EXPECT_EQ(&BatchNormalizer(for_channels(3)).kernels(), usable_normalize_kernels().back());
}

TEST(Bfloat16, RoundsToNearestEven) {
  const std::pair<std::uint32_t, unsigned> cases[] = {
      {0x3F800000, 0x3F80},  // 1
      {0x3F808000, 0x3F80},  // half way, to the even one below
      {0x3F818000, 0x3F82},  // half way, to the even one above
      {0x3F808001, 0x3F81},
      {0x3F807FFF, 0x3F80},
      {0x80000000, 0x8000},  // -0
      {0x00000001, 0x0000},
      {0x00008001, 0x0001},  // denormals stay
      {0x7F7FFFFF, 0x7F80},  // beyond the largest: infinity
      {0xFF800000, 0xFF80},
      {0x7F800001, 0x7FC0},  // not a number, which must not become infinity
      {0xFFFFFFFF, 0x7FC0},
  };
  for (const auto& [from, to] : cases) {
    EXPECT_EQ(to_bfloat16(std::bit_cast<float>(from)).bits, to) << std::hex << from;
  }
}

}  // namespace
}  // namespace trainer
