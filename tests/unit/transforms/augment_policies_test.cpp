#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/transforms/augment/policies/auto_augment_policies.h"
#include "data/transforms/augment/policies/dirichlet.h"
#include "data/transforms/augment/policies/operation_space.h"
#include "unit/transforms/augment_helpers.h"

namespace trainer {
namespace {

using testing::applied;
using ::testing::HasSubstr;
using testing::made;
using testing::noise;
using testing::of_noise;
using testing::ScriptedRandom;
using ::testing::ThrowsMessage;
using testing::view;
using Bytes = std::vector<std::uint8_t>;

constexpr ImageShape kShape = {21, 34, 3};

Bytes after(std::vector<OperationCall> calls) {
  const Bytes pixels = noise(21, 34, 3, 2);
  Bytes out(pixels.size());
  apply_operations(calls, {}, view(pixels.data(), 21, 34, 3), view(out.data(), 21, 34, 3));
  return out;
}

TEST(Operations, RunOneAfterTheOther) {
  const Bytes pixels = noise(21, 34, 3, 2);
  EXPECT_EQ(after({}), pixels);
  EXPECT_EQ(after({{Operation::invert, 0}, {Operation::invert, 0}}), pixels);
  EXPECT_EQ(after({{Operation::invert, 0}, {Operation::identity, 0}, {Operation::invert, 0}}),
            pixels);
  EXPECT_NE(after({{Operation::posterize, 2}, {Operation::solarize, 100}}),
            after({{Operation::solarize, 100}, {Operation::posterize, 2}}));
}

TEST(RandAugment, DrawsOperationAndSign) {
  const auto augment = made("{rand_augment: {num_ops: 1, magnitude: 30}}");
  // Operation 3 of 14 shifts along x; a number >= 0.5 negates it.
  const double shift = static_cast<double>(static_cast<float>(150.0 / 331.0 * 34));
  ScriptedRandom forward({3.5 / 14, 0.2});
  EXPECT_EQ(applied(*augment, noise(21, 34, 3, 2), kShape, forward),
            after({{Operation::translate_x, shift}}));
  ScriptedRandom back({3.5 / 14, 0.7});
  EXPECT_EQ(applied(*augment, noise(21, 34, 3, 2), kShape, back),
            after({{Operation::translate_x, -shift}}));
}

TEST(RandAugment, DoesAsManyOperationsAsAskedFor) {
  const auto augment = made("{rand_augment: {num_ops: 3, magnitude: 15}}");
  // Posterize, solarize, equalize: none has a sign.
  ScriptedRandom random({10.5 / 14, 11.5 / 14, 13.5 / 14});
  EXPECT_EQ(
      applied(*augment, noise(21, 34, 3, 2), kShape, random),
      after({{Operation::posterize, 6}, {Operation::solarize, 127.5}, {Operation::equalize, 0}}));
}

TEST(RandAugment, RefusesAMagnitudeThatIsNoBin) {
  EXPECT_THAT([] { made("{rand_augment: 31}"); },
              ThrowsMessage<UsageError>(HasSubstr("magnitude: expected a bin from 0 to 30")));
  EXPECT_THAT([] { made("{rand_augment: {num_magnitude_bins: 1, magnitude: 0}}"); },
              ThrowsMessage<ConfigError>(HasSubstr("num_magnitude_bins")));
  EXPECT_THAT([] { made("{rand_augment: {num_ops: 0}}"); },
              ThrowsMessage<ConfigError>(HasSubstr("num_ops")));
}

TEST(TrivialAugmentWide, DrawsOneOperationWithItsStrength) {
  const auto augment = made("trivial_augment_wide");
  // Rotate by bin 30 of 31.
  ScriptedRandom random({5.5 / 14, 0.99, 0.2});
  EXPECT_EQ(applied(*augment, noise(21, 34, 3, 2), kShape, random),
            after({{Operation::rotate, 135}}));
  ScriptedRandom nothing({0.0});
  EXPECT_EQ(applied(*augment, noise(21, 34, 3, 2), kShape, nothing), noise(21, 34, 3, 2));
  EXPECT_EQ(nothing.used(), 1U);
}

TEST(AutoAugment, DoesAPairWithItsProbabilities) {
  const auto augment = made("{auto_augment: imagenet}");
  // The first pair: posterize with 0.4, rotate by bin 9 with 0.6.
  ScriptedRandom both({0.0, 0.39, 0.9, 0.59, 0.1});
  EXPECT_EQ(applied(*augment, noise(21, 34, 3, 2), kShape, both),
            after({{Operation::posterize, 4}, {Operation::rotate, -30}}));
  ScriptedRandom second({0.0, 0.41, 0.9, 0.59, 0.9});
  EXPECT_EQ(applied(*augment, noise(21, 34, 3, 2), kShape, second),
            after({{Operation::rotate, 30}}));
  ScriptedRandom none({0.0, 0.41, 0.9, 0.61, 0.9});
  EXPECT_EQ(applied(*augment, noise(21, 34, 3, 2), kShape, none), noise(21, 34, 3, 2));
}

TEST(AutoAugment, EachPolicyHas25PairsOfItsSpace) {
  for (const auto policy : {imagenet_policy(), cifar10_policy(), svhn_policy()}) {
    EXPECT_EQ(policy.size(), 25U);
    for (const PolicyPair& pair : policy) {
      for (const PolicyStep& step : pair) {
        EXPECT_GE(step.probability, 0);
        EXPECT_LE(step.probability, 1);
        EXPECT_GE(step.bin, 0);
        EXPECT_LT(step.bin, 10);
        EXPECT_NE(step.operation, Operation::identity);
      }
    }
  }
}

TEST(AutoAugment, PoliciesDiffer) {
  int different = 0;
  for (int i = 0; i < 20; ++i) {
    different += of_noise(*made("{auto_augment: cifar10}"), kShape, i) !=
                         of_noise(*made("{auto_augment: svhn}"), kShape, i)
                     ? 1
                     : 0;
  }
  EXPECT_GT(different, 10);
  EXPECT_THAT([] { made("{auto_augment: mnist}"); },
              ThrowsMessage<ConfigError>(HasSubstr("policy")));
}

TEST(Augmix, OfAFlatImageIsFlat) {
  // Weights add up to 1; only what moves pixels brings fill in, and equal fill does not show.
  const auto augment = made("{augmix: {all_ops: false, fill: 0, severity: 1}}");
  const Bytes flat(21 * 34 * 3, 0);
  for (int i = 0; i < 50; ++i) {
    KeyedRandom random({1, 1, i, 0}, 0);
    EXPECT_EQ(applied(*augment, flat, kShape, random), flat);
  }
}

TEST(Augmix, ChangesMostImagesALittle) {
  const auto augment = made("augmix");
  const Bytes pixels = noise(21, 34, 3, 2);
  std::set<Bytes> results;
  for (int i = 0; i < 50; ++i) results.insert(of_noise(*augment, kShape, i));
  EXPECT_GT(results.size(), 45U);
}

TEST(Augmix, RefusesWhatCannotBe) {
  EXPECT_THAT([] { made("{augmix: {severity: 11}}"); },
              ThrowsMessage<ConfigError>(HasSubstr("severity")));
  EXPECT_THAT([] { made("{augmix: {alpha: 0}}"); }, ThrowsMessage<ConfigError>(HasSubstr("alpha")));
  EXPECT_THAT([] { made("{augmix: {chain_depth: -1}}"); },
              ThrowsMessage<ConfigError>(HasSubstr("chain_depth")));
}

TEST(Dirichlet, HasItsMeanAndVariance) {
  for (const double alpha : {0.05, 0.3, 1.0, 4.0}) {
    double sum = 0;
    double squares = 0;
    constexpr int kDraws = 20000;
    for (int i = 0; i < kDraws; ++i) {
      KeyedRandom random({1, 1, i, 0}, 0);
      std::array<double, 3> shares{};
      draw_dirichlet(alpha, random, shares);
      EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1, 1e-12);
      sum += shares[1];
      squares += shares[1] * shares[1];
    }
    const double mean = sum / kDraws;
    EXPECT_NEAR(mean, 1.0 / 3, 0.01);
    EXPECT_NEAR(squares / kDraws - mean * mean, (1.0 / 3) * (2.0 / 3) / (3 * alpha + 1), 0.006);
  }
}

TEST(Policies, DependOnTheirNumbersAloneInAnySizeAndColor) {
  for (const char* yaml : {"{rand_augment: 20}",
                           "trivial_augment_wide",
                           "auto_augment",
                           "{auto_augment: {policy: cifar10, interpolation: bilinear, fill: 9}}",
                           "augmix",
                           "{augmix: {severity: 10, chain_depth: 4, interpolation: bicubic}}"}) {
    for (const int channels : {1, 3}) {
      const auto transform = made(yaml, {0, channels});
      EXPECT_TRUE(transform->is_random()) << yaml;
      std::map<int, Bytes> results;
      const ImageShape shapes[] = {{21, 34, channels}, {1, 1, channels}, {2, 3, channels}};
      for (int i = 0; i < 60; ++i) results[i] = of_noise(*transform, shapes[i % 3], i);
      for (int i = 59; i >= 0; --i) EXPECT_EQ(of_noise(*transform, shapes[i % 3], i), results[i]);
    }
  }
}

}  // namespace
}  // namespace trainer
