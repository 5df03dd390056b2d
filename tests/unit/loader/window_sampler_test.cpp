#include "data/loader/window_sampler.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include <trainer/error.h>

#include "config/mistakes.h"
#include "config/resolve.h"
#include "config/yaml/yaml_reader.h"
#include "data/loader/sampler_catalog.h"
#include "unit/data_sources/helpers.h"
#include "unit/loader/fake_dataset.h"
#include "unit/loader/loaders.h"

namespace trainer {
namespace {

using Order = std::vector<std::int64_t>;

Order all_of(std::int64_t samples) {
  Order all(static_cast<std::size_t>(samples));
  std::iota(all.begin(), all.end(), std::int64_t{0});
  return all;
}

Order sorted(Order order) {
  std::sort(order.begin(), order.end());
  return order;
}

/// Starts of `count` files of `length` samples.
Order even_shards(std::int64_t count, std::int64_t length) {
  Order starts;
  for (std::int64_t i = 0; i < count; ++i) starts.push_back(i * length);
  return starts;
}

TEST(WindowSampler, TheRanksCoverEverySampleOnce) {
  const std::vector<Order> shards = {{}, {0, 1, 40, 41}, {0, 0, 30, 30, 30, 60}};
  for (const Order& starts : shards) {
    for (const std::int64_t samples : {60, 61, 101, 1000}) {
      for (const int ranks : {1, 2, 3, 8}) {
        Order together;
        for (int rank = 0; rank < ranks; ++rank) {
          const auto sampler = make_window_sampler(samples, starts, {24, 5}, 3, {rank, ranks});
          const Order part = sampler->epoch(2);
          EXPECT_EQ(std::ssize(part), sampler->size());
          together.insert(together.end(), part.begin(), part.end());
        }
        EXPECT_EQ(sorted(together), all_of(samples)) << samples << " over " << ranks;
      }
    }
  }
}

TEST(WindowSampler, RanksShareOneOrder) {
  const Order whole = make_window_sampler(101, {0, 40}, {20, 4}, 3)->epoch(5);
  for (int rank = 0; rank < 3; ++rank) {
    const Order part = make_window_sampler(101, {0, 40}, {20, 4}, 3, {rank, 3})->epoch(5);
    for (std::size_t i = 0; i < part.size(); ++i) {
      EXPECT_EQ(part[i], whole[3 * i + static_cast<std::size_t>(rank)]);
    }
  }
}

TEST(WindowSampler, IsAFunctionOfSeedAndEpochAlone) {
  const auto sampler = make_window_sampler(1000, {}, {100, 10}, 1);
  const Order first = sampler->epoch(1);
  const Order second = sampler->epoch(2);
  EXPECT_NE(first, second);
  EXPECT_EQ(sampler->epoch(1), first);
  EXPECT_EQ(make_window_sampler(1000, {}, {100, 10}, 1)->epoch(2), second);
  EXPECT_NE(make_window_sampler(1000, {}, {100, 10}, 2)->epoch(1), first);
}

TEST(WindowSampler, AWindowOfTheWholeIsTheShuffleSampler) {
  for (const std::int64_t size : {100, 5000}) {
    EXPECT_EQ(make_window_sampler(100, {0, 30}, {size, 3}, 9)->epoch(4),
              make_shuffle_sampler(100, 9)->epoch(4));
  }
  EXPECT_NE(make_window_sampler(100, {0, 30}, {99, 3}, 9)->epoch(4),
            make_shuffle_sampler(100, 9)->epoch(4));
}

/// All samples of a block come within two windows and the block's own length of each other.
TEST(WindowSampler, KeepsTheSamplesOfABlockNear) {
  constexpr std::int64_t kBlock = 50;
  constexpr std::int64_t kWindow = 200;
  const auto sampler = make_window_sampler(5000, {}, {kWindow, kBlock}, 7);
  std::int64_t widest = 0;
  for (std::int64_t epoch = 1; epoch <= 20; ++epoch) {
    const Order order = sampler->epoch(epoch);
    std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> span;
    for (std::int64_t at = 0; at < std::ssize(order); ++at) {
      const auto block = order[static_cast<std::size_t>(at)] / kBlock;
      const auto [found, fresh] = span.try_emplace(block, at, at);
      found->second.second = at;
    }
    ASSERT_EQ(span.size(), 100U);
    for (const auto& [block, places] : span) {
      widest = std::max(widest, places.second - places.first);
    }
  }
  EXPECT_LT(widest, 2 * kWindow);
  EXPECT_GT(widest, kWindow);  // a block at the border of two windows
}

/// How likely an order of four neighbouring samples is when they are cut after the first `cut` and
/// each part is shuffled.
double likelihood(const Order& order, std::int64_t cut) {
  const Order first(order.begin(), order.begin() + cut);
  if (sorted(first) != all_of(cut)) return 0;
  const std::vector<double> factorial = {1, 1, 2, 6};
  return 1 / factorial[static_cast<std::size_t>(cut)] /
         factorial[static_cast<std::size_t>(4 - cut)];
}

TEST(WindowSampler, ShufflesExactlyInsideOfAWindow) {
  constexpr int kEpochs = 36000;
  const auto sampler = make_window_sampler(4, {}, {3, 4}, 2);
  std::map<Order, int> found;
  for (std::int64_t epoch = 1; epoch <= kEpochs; ++epoch) ++found[sampler->epoch(epoch)];
  Order order = all_of(4);
  do {
    double share = 0;
    for (const std::int64_t cut : {1, 2, 3}) share += likelihood(order, cut) / 3;
    EXPECT_NEAR(found[order], share * kEpochs, 5 * std::sqrt(share * kEpochs));
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(WindowSampler, ReadsFewFilesAtATime) {
  // 100 files of 1000; whole files are the blocks: a window of 2000 lies in 3 of them at most.
  const auto sampler = make_window_sampler(100'000, even_shards(100, 1000), {2000, 1000}, 5);
  const Order order = sampler->epoch(3);
  std::size_t most = 0;
  for (std::size_t begin = 0; begin < order.size(); begin += 500) {
    std::set<std::int64_t> files;
    for (std::size_t i = begin; i < begin + 500; ++i) files.insert(order[i] / 1000);
    most = std::max(most, files.size());
  }
  EXPECT_LE(most, 6U);  // two windows meet in it
  EXPECT_GE(most, 3U);
  std::set<std::int64_t> shuffled;
  const Order mixed = make_shuffle_sampler(100'000, 5)->epoch(3);
  for (std::size_t i = 0; i < 500; ++i) shuffled.insert(mixed[i] / 1000);
  EXPECT_GT(shuffled.size(), 90U);
}

TEST(WindowSampler, MixesSixteenPlacesUnlessTold) {
  EXPECT_EQ(block_length({10000, 0}), 625);
  EXPECT_EQ(block_length({10, 0}), 1);
  EXPECT_EQ(block_length({10000, 2000}), 2000);
  const Order order = make_window_sampler(100'000, {}, {1600, 0}, 5)->epoch(1);
  for (std::size_t begin = 0; begin + 1600 <= order.size(); begin += 1600) {
    std::set<std::int64_t> blocks;
    for (std::size_t i = begin; i < begin + 1600; ++i) blocks.insert(order[i] / 100);
    EXPECT_GE(blocks.size(), 16U);
    EXPECT_LE(blocks.size(), 34U);
  }
}

TEST(WindowSampler, BlocksEndWithTheirFile) {
  // Files of 7, 0, 3 and 10 samples and windows of one: the order of the blocks alone.
  const auto sampler = make_window_sampler(20, {0, 7, 7, 10}, {1, 5}, 8);
  const std::map<std::int64_t, std::int64_t> length = {{0, 4}, {4, 3}, {7, 3}, {10, 5}, {15, 5}};
  std::set<Order> orders;
  for (std::int64_t epoch = 1; epoch <= 50; ++epoch) {
    const Order order = sampler->epoch(epoch);
    for (std::size_t i = 0; i < order.size();) {
      const auto block = length.find(order[i]);
      ASSERT_NE(block, length.end()) << order[i];
      for (std::int64_t k = 0; k < block->second; ++k) EXPECT_EQ(order[i++], block->first + k);
    }
    orders.insert(order);
  }
  EXPECT_GT(orders.size(), 30U);  // of 120
}

TEST(WindowSampler, TheSameSamplesDoNotShareAWindowInEveryEpoch) {
  // Blocks as long as the window: without a first window of chance length they would.
  const auto sampler = make_window_sampler(1000, {}, {100, 100}, 4);
  std::set<std::int64_t> near;
  for (std::int64_t epoch = 1; epoch <= 10; ++epoch) {
    const Order order = sampler->epoch(epoch);
    const auto at = std::find(order.begin(), order.end(), 50) - order.begin();
    for (std::int64_t i = std::max<std::int64_t>(0, at - 5);
         i < std::min<std::int64_t>(1000, at + 5);
         ++i) {
      near.insert(order[static_cast<std::size_t>(i)] / 100);
    }
  }
  EXPECT_GT(near.size(), 3U);
}

TEST(WindowSampler, TakesNoSampleAndRefusesStartsOutOfOrder) {
  EXPECT_TRUE(make_window_sampler(0, {}, {10, 0}, 1)->epoch(1).empty());
  EXPECT_TRUE(make_window_sampler(0, {0}, {10, 0}, 1)->epoch(1).empty());
  EXPECT_EQ(make_window_sampler(1, {0, 1}, {1, 0}, 1)->epoch(1), Order{0});
  EXPECT_THROW(make_window_sampler(10, {0, 6, 5}, {5, 0}, 1), UsageError);
  EXPECT_THROW(make_window_sampler(10, {1, 5}, {5, 0}, 1), UsageError);
  EXPECT_THROW(make_window_sampler(10, {0, 11}, {5, 0}, 1), UsageError);
}

class ShardedDataset final : public testing::FakeDataset {
 public:
  using FakeDataset::FakeDataset;
  std::vector<std::int64_t> shard_starts() const override { return {0, 100}; }
};

struct SamplerOption {
  Component sampler;
  static const OptionTable& options() {
    static const OptionTable table = OptionTableOf<SamplerOption>()
                                         .add("sampler", &SamplerOption::sampler, "order")
                                         .from(sampler_catalog());
    return table;
  }
};

/// As it stands in a configuration.
Component window_component(const std::string& options) {
  Mistakes mistakes;
  const auto node = read_yaml("sampler: {window: " + options + "}\n", "run.yaml", mistakes);
  const Node resolved =
      resolve(SamplerOption::options(), node.value(), {"run.yaml", 1, 1}, mistakes);
  if (!mistakes.empty()) throw ConfigError(mistakes.list());
  return read_options<SamplerOption>(resolved).sampler;
}

TEST(WindowSampler, IsAskedForByName) {
  const ShardedDataset data(300);
  const auto sampler = make_sampler(window_component("{size: 64, block: 8}"), data, 6);
  EXPECT_EQ(sampler->epoch(1), make_window_sampler(300, {0, 100}, {64, 8}, 6)->epoch(1));
  EXPECT_EQ(make_sampler(window_component("64"), data, 6)->epoch(1),
            make_window_sampler(300, {0, 100}, {64, 0}, 6)->epoch(1));
  EXPECT_EQ(make_sampler(window_component("{}"), data, 6)->epoch(1),
            make_shuffle_sampler(300, 6)->epoch(1));
  EXPECT_THROW(window_component("{size: 0}"), ConfigError);
}

class SortedDataset final : public testing::FakeDataset {
 public:
  SortedDataset() : FakeDataset(300) {}
  std::int64_t label(std::int64_t index) const override { return index / 100; }
};

std::string warning_for(const Dataset& data, const std::string& options) {
  const test::LogCapture log;
  make_sampler(window_component(options), data, 6);
  return log.text();
}

TEST(WindowSampler, WarnsWhereTheDataIsSortedByClass) {
  const SortedDataset sorted;
  EXPECT_THAT(warning_for(sorted, "{size: 64, block: 8}"),
              ::testing::HasSubstr("sorted by class, and a window of 64 of them in blocks of 8"));
  EXPECT_EQ(warning_for(sorted, "{size: 64, block: 1}"), "");
  EXPECT_EQ(warning_for(sorted, "{size: 300}"), "");
  EXPECT_EQ(warning_for(testing::FakeDataset(300), "{size: 64, block: 8}"), "");
}

TEST(WindowSampler, ALoaderGoesOnAtAnyBatch) {
  const auto data = std::make_shared<testing::FakeDataset>(101);
  const auto loader_at = [&](std::int64_t epoch, std::int64_t batch) {
    auto loader = std::make_unique<Loader>(data,
                                           make_window_sampler(101, {0, 33}, {20, 5}, 11),
                                           testing::pipeline(),
                                           testing::options_for(8, 3));
    loader->seek(epoch, batch);
    return testing::drain(*loader, 3);
  };
  const auto whole = loader_at(1, 0);
  for (const std::size_t done : {1U, 7U, 13U, 20U}) {
    const auto& next = whole[done];
    const std::vector<testing::Copy> rest(whole.begin() + static_cast<std::ptrdiff_t>(done),
                                          whole.end());
    EXPECT_EQ(loader_at(next.epoch, next.index), rest);
  }
}

}  // namespace
}  // namespace trainer
