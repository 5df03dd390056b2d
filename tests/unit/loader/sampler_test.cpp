#include "data/loader/sampler.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

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

TEST(Sampler, SequentialKeepsTheOrder) {
  EXPECT_EQ(make_sequential_sampler(4)->epoch(2), (std::vector<std::int64_t>{0, 1, 2, 3}));
  EXPECT_EQ(make_sequential_sampler(5, {1, 2})->epoch(1), (std::vector<std::int64_t>{1, 3}));
}

}  // namespace
}  // namespace trainer
