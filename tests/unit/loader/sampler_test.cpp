#include "data/loader/sampler.h"

#include <algorithm>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include <trainer/error.h>

namespace trainer {
namespace {

TEST(Sampler, TheRanksCoverEverySampleOnceAndDifferByAtMostOne) {
  for (const std::int64_t samples : {0, 1, 7, 64, 101}) {
    for (const int ranks : {1, 2, 3, 8}) {
      std::vector<std::int64_t> all;
      std::int64_t least = samples;
      std::int64_t most = 0;
      for (int rank = 0; rank < ranks; ++rank) {
        const auto sampler = make_shuffle_sampler(samples, 5, {rank, ranks});
        const auto part = sampler->epoch(3);
        ASSERT_EQ(static_cast<std::int64_t>(part.size()), sampler->size());
        least = std::min(least, sampler->size());
        most = std::max(most, sampler->size());
        all.insert(all.end(), part.begin(), part.end());
      }
      std::sort(all.begin(), all.end());
      std::vector<std::int64_t> expected(static_cast<std::size_t>(samples));
      std::iota(expected.begin(), expected.end(), std::int64_t{0});
      EXPECT_EQ(all, expected) << samples << " over " << ranks;
      EXPECT_LE(most - least, 1);
    }
  }
}

TEST(Sampler, ShufflesByItsSeedAndEpochAlone) {
  const auto sampler = make_shuffle_sampler(1000, 1);
  const auto first = sampler->epoch(1);
  const auto second = sampler->epoch(2);
  EXPECT_NE(first, second);
  EXPECT_EQ(sampler->epoch(1), first);
  EXPECT_EQ(make_shuffle_sampler(1000, 1)->epoch(2), second);
  EXPECT_NE(make_shuffle_sampler(1000, 2)->epoch(1), first);
}

TEST(Sampler, ShuffleMovesSamplesEverywhere) {
  // Place of sample 0 over many epochs: a mean of 49.5 with a standard error of about 0.9.
  double sum = 0;
  const auto sampler = make_shuffle_sampler(100, 9);
  for (int epoch = 1; epoch <= 1000; ++epoch) {
    const auto order = sampler->epoch(epoch);
    sum += static_cast<double>(std::find(order.begin(), order.end(), 0) - order.begin());
  }
  EXPECT_NEAR(sum / 1000, 49.5, 4);
}

TEST(Sampler, Case77RanksShareAnOrderThatIsNewInEachEpoch) {
  const auto whole = make_shuffle_sampler(100, 3);
  std::set<std::vector<std::int64_t>> orders;
  for (std::int64_t epoch = 1; epoch <= 3; ++epoch) {
    const auto even = make_shuffle_sampler(100, 3, {0, 2})->epoch(epoch);
    const auto odd = make_shuffle_sampler(100, 3, {1, 2})->epoch(epoch);
    std::vector<std::int64_t> together;
    for (std::size_t i = 0; i < 50; ++i) together.insert(together.end(), {even[i], odd[i]});
    EXPECT_EQ(together, whole->epoch(epoch));
    orders.insert(together);
  }
  EXPECT_EQ(orders.size(), 3U);
}

std::vector<std::int64_t> counts(const std::vector<std::int64_t>& samples, std::int64_t size) {
  std::vector<std::int64_t> found(static_cast<std::size_t>(size));
  for (const std::int64_t sample : samples) ++found[static_cast<std::size_t>(sample)];
  return found;
}

TEST(ClassSampler, GivesEveryClassItsShareAndUsesAllItsSamples) {
  // Class 0 has 8 samples, class 1 has 3, class 2 has 1.
  const std::vector<std::int64_t> labels = {0, 1, 0, 0, 2, 0, 1, 0, 0, 0, 1, 0};
  const auto balanced = make_class_sampler(labels, {1, 1, 1}, 7);
  ASSERT_EQ(balanced->size(), 12);
  std::vector<std::int64_t> total(12);
  for (std::int64_t epoch = 1; epoch <= 6; ++epoch) {
    const auto found = counts(balanced->epoch(epoch), 12);
    std::vector<std::int64_t> of_class(3);
    for (std::size_t i = 0; i < 12; ++i) {
      of_class[static_cast<std::size_t>(labels[i])] += found[i];
      total[i] += found[i];
    }
    EXPECT_EQ(of_class, (std::vector<std::int64_t>{4, 4, 4}));
  }
  // 24 turns of 8 samples, 24 of 3, 24 of 1: over the epochs all come equally often.
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(total[i], labels[i] == 0 ? 3 : labels[i] == 1 ? 8 : 24) << i;
  }
  EXPECT_EQ(balanced->epoch(2), make_class_sampler(labels, {1, 1, 1}, 7)->epoch(2));
  EXPECT_NE(balanced->epoch(2), balanced->epoch(3));
}

TEST(ClassSampler, WeightsAreSharesAndNothingLeavesAClassOut) {
  const std::vector<std::int64_t> labels = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2};
  const auto found = counts(make_class_sampler(labels, {3, 1, 0}, 1)->epoch(1), 10);
  EXPECT_EQ(found[0] + found[1] + found[2] + found[3], 8);  // 7.5, the earlier class wins the tie
  EXPECT_EQ(found[4] + found[5] + found[6] + found[7], 2);
  EXPECT_EQ(found[8] + found[9], 0);
  EXPECT_THROW(make_class_sampler(labels, {0, 0, 0}, 1), UsageError);
}

TEST(ClassSampler, RanksCoverTheEpochTogether) {
  std::vector<std::int64_t> labels(101);
  for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = i % 10 == 0 ? 1 : 0;
  const auto whole = counts(make_class_sampler(labels, {1, 1}, 2)->epoch(4), 101);
  std::vector<std::int64_t> together(101);
  for (int rank = 0; rank < 3; ++rank) {
    const auto part = counts(make_class_sampler(labels, {1, 1}, 2, {rank, 3})->epoch(4), 101);
    for (std::size_t i = 0; i < together.size(); ++i) together[i] += part[i];
  }
  EXPECT_EQ(together, whole);
}

TEST(RepeatedSampler, EachSampleComesSeveralTimesInARow) {
  const auto sampler = make_repeated_sampler(10, 3, 5);
  const auto order = sampler->epoch(1);
  ASSERT_EQ(order.size(), 10U);
  for (std::size_t i = 0; i < order.size(); ++i) EXPECT_EQ(order[i], order[i / 3 * 3]);
  EXPECT_EQ((std::set<std::int64_t>{order.begin(), order.end()}.size()), 4U);
  EXPECT_NE(order, sampler->epoch(2));
  EXPECT_EQ(make_repeated_sampler(10, 1, 5)->epoch(1), make_shuffle_sampler(10, 5)->epoch(1));
}

TEST(Sampler, SequentialKeepsTheOrder) {
  EXPECT_EQ(make_sequential_sampler(4)->epoch(2), (std::vector<std::int64_t>{0, 1, 2, 3}));
  EXPECT_EQ(make_sequential_sampler(5, {1, 2})->epoch(1), (std::vector<std::int64_t>{1, 3}));
}

}  // namespace
}  // namespace trainer
