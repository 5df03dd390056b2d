#include "base/random.h"

#include <cmath>
#include <set>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace trainer {
namespace {

using Block = std::array<std::uint32_t, 4>;

TEST(Random, PhiloxGivesTheVectorsOfItsAuthors) {
  // Random123's known answers for philox4x32 with 10 rounds.
  EXPECT_EQ(Random::philox({0, 0, 0, 0}, {0, 0}),
            (Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(
      Random::philox({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
      (Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(
      Random::philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
      (Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, IsAFunctionOfItsKey) {
  const Random::Key key{.seed = 3, .epoch = 5, .index = 7};
  Random a(key);
  Random b(key);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.next(), b.next());
}

TEST(Random, EveryPartOfTheKeyMakesAnotherStream) {
  const Random::Key base{.seed = 1, .epoch = 1, .index = 1, .occurrence = 1, .operation = 1};
  std::vector<Random::Key> keys(6, base);
  keys[0].seed = 2;
  keys[1].use = RandomUse::shuffle;
  keys[2].epoch = 2;
  keys[3].index = 2;
  keys[4].occurrence = 2;
  keys[5].operation = 2;
  keys.push_back(base);
  std::set<std::uint32_t> seen;
  for (const Random::Key& key : keys) {
    Random random(key);
    for (int i = 0; i < 100; ++i) seen.insert(random.next());
  }
  EXPECT_GE(seen.size(), 699U);
}

TEST(Random, NeighbouringKeysAreUncorrelated) {
  constexpr int kCount = 20000;
  double sum = 0, squares = 0, products = 0, before = 0;
  for (int i = 0; i < kCount; ++i) {
    const double x = Random({.seed = 0, .index = static_cast<std::uint64_t>(i)}).uniform() - 0.5;
    sum += x;
    squares += x * x;
    products += x * before;
    before = x;
  }
  EXPECT_NEAR(sum / kCount, 0, 0.01);
  EXPECT_NEAR(squares / kCount, 1.0 / 12, 0.002);
  EXPECT_NEAR(products / kCount, 0, 0.003);
}

TEST(Random, UniformStaysInItsBounds) {
  Random random({.seed = 9});
  for (int i = 0; i < 10000; ++i) {
    const double x = random.uniform();
    EXPECT_GE(x, 0.0);
    EXPECT_LT(x, 1.0);
    const double y = random.uniform(-2, 3);
    EXPECT_GE(y, -2.0);
    EXPECT_LE(y, 3.0);
  }
}

TEST(Random, BelowReachesEveryValueEvenly) {
  Random random({.seed = 4});
  std::vector<int> counts(7);
  for (int i = 0; i < 70000; ++i) ++counts[random.below(7)];
  for (const int count : counts) EXPECT_NEAR(count, 10000, 500);
  EXPECT_EQ(random.below(1), 0U);
  EXPECT_LT(random.below(~0ULL), ~0ULL);
}

}  // namespace
}  // namespace trainer
