#include "data/loader/loader.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/loader/fake_dataset.h"
#include "unit/loader/loaders.h"
#include "unit/transforms/helpers.h"

namespace trainer {
namespace {

using ::testing::AllOf;
using testing::Copy;
using testing::drain;
using testing::FakeDataset;
using ::testing::HasSubstr;
using testing::ids_of;
using testing::loader_of;
using testing::options_for;
using testing::pipeline;
using ::testing::ThrowsMessage;

TEST(Loader, GoesOnAfterItsEnd) {
  const auto loader =
      testing::loader_of(std::make_shared<testing::FakeDataset>(10), testing::options_for(4));
  const auto first = testing::drain(*loader, 1);
  EXPECT_EQ(loader->next(), nullptr);
  const auto second = testing::drain(*loader, 2);
  ASSERT_EQ(second.size(), first.size());
  EXPECT_EQ(second.front().epoch, 2);
  loader->seek(1, 0);
  EXPECT_TRUE(testing::drain(*loader, 1) == first);
}

TEST(Loader, GivesTheSameBytesForAnyNumberOfThreadsAndAnyPrefetch) {
  const auto dataset = std::make_shared<FakeDataset>(103);
  const auto expected = drain(*loader_of(dataset, options_for(16, 1)), 3);
  ASSERT_EQ(expected.size(), 21U);
  for (const int workers : {2, 8}) {
    for (const int prefetch : {0, 1, 5}) {
      LoaderOptions options = options_for(16, workers);
      options.prefetch = prefetch;
      EXPECT_EQ(drain(*loader_of(dataset, options), 3), expected) << workers << " " << prefetch;
    }
  }
}

TEST(Loader, EachEpochHasEverySampleOnceWithItsLabelAndPixels) {
  const auto loader = loader_of(std::make_shared<FakeDataset>(50), options_for(8), "[]");
  for (std::int64_t epoch = 1; epoch <= 2; ++epoch) {
    const auto batches = drain(*loader, epoch);
    ASSERT_EQ(batches.size(), 7U);
    EXPECT_EQ(batches.back().count, 2);
    std::vector<std::int64_t> ids = ids_of(batches);
    for (const Copy& batch : batches) {
      EXPECT_EQ(batch.epoch, epoch);
      EXPECT_EQ(batch.last, &batch == &batches.back());
      for (std::size_t i = 0; i < batch.ids.size(); ++i) {
        EXPECT_EQ(batch.labels[i], batch.ids[i] % 3);
        EXPECT_EQ(batch.images[i * 4], batch.ids[i]);
      }
    }
    std::sort(ids.begin(), ids.end());
    for (std::int64_t i = 0; i < 50; ++i) EXPECT_EQ(ids[static_cast<std::size_t>(i)], i);
  }
  EXPECT_EQ(loader->stats().samples, 100);
}

TEST(Loader, SeeksToAnyBatchOfAnyEpoch) {
  const auto dataset = std::make_shared<FakeDataset>(40);
  const auto all = drain(*loader_of(dataset, options_for(8)), 3);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto loader = loader_of(dataset, options_for(8));
    loader->seek(all[i].epoch, all[i].index);
    const auto rest = drain(*loader, 3);
    EXPECT_EQ(rest, std::vector<Copy>(all.begin() + static_cast<std::ptrdiff_t>(i), all.end()));
  }
}

TEST(Loader, SeeksInTheMiddleOfPrefetching) {
  const auto dataset = std::make_shared<FakeDataset>(40);
  const auto all = drain(*loader_of(dataset, options_for(8)), 4);
  const auto loader = loader_of(dataset, options_for(8, 4));
  for (const std::size_t at : {7U, 2U, 2U, 12U, 0U, 19U}) {
    loader->seek(all[at].epoch, all[at].index);
    EXPECT_EQ(testing::copy_of(*loader->next()), all[at]);
    if (at + 1 < all.size()) {
      EXPECT_EQ(testing::copy_of(*loader->next()), all[at + 1]);
    }
  }
}

TEST(Loader, ASeekToTheEndOfAnEpochIsTheStartOfTheNext) {
  const auto loader = loader_of(std::make_shared<FakeDataset>(20), options_for(8));
  loader->seek(1, 3);
  EXPECT_EQ(loader->next()->epoch, 2);
  EXPECT_THAT([&] { loader->seek(1, 4); },
              ThrowsMessage<UsageError>(AllOf(HasSubstr("0 to 3"), HasSubstr("batch 4"))));
}

TEST(Loader, GoesOnAfterTheEndWhenAskedTo) {
  const auto dataset = std::make_shared<FakeDataset>(20);
  const auto all = drain(*loader_of(dataset, options_for(8)), 2);
  const auto loader = loader_of(dataset, options_for(8));
  auto parts = drain(*loader, 1);
  EXPECT_EQ(loader->next(), nullptr);
  const auto second = drain(*loader, 2);
  parts.insert(parts.end(), second.begin(), second.end());
  EXPECT_EQ(parts, all);
}

TEST(Loader, ReadsNothingBeforeTheFirstBatchAndNothingBeyondTheLastEpoch) {
  const auto dataset = std::make_shared<FakeDataset>(20);
  const auto loader = loader_of(dataset, options_for(8));
  loader->seek(1, 0);
  EXPECT_EQ(dataset->reads, 0);
  drain(*loader, 1);
  EXPECT_EQ(dataset->reads, 20);
}

TEST(Loader, PrefetchesAcrossTheEndOfAnEpoch) {
  const auto dataset = std::make_shared<FakeDataset>(4);
  const auto loader = loader_of(dataset, options_for(2));
  loader->next();
  // Four slots: one with the consumer, three read ahead, two of which are of epoch 2.
  for (int i = 0; i < 2000 && dataset->reads < 8; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_EQ(dataset->reads, 8);
}

TEST(Loader, DropLastLeavesTheShortBatchOut) {
  LoaderOptions options = options_for(8);
  options.drop_last = true;
  const auto loader = loader_of(std::make_shared<FakeDataset>(20), options);
  EXPECT_EQ(loader->batches_per_epoch(), 2);
  const auto batches = drain(*loader, 1);
  ASSERT_EQ(batches.size(), 2U);
  EXPECT_TRUE(batches.back().last);
}

TEST(Loader, Case71_ABatchLargerThanTheDataIsAnErrorWithBothNumbers) {
  LoaderOptions options = options_for(64);
  EXPECT_EQ(drain(*loader_of(std::make_shared<FakeDataset>(20), options), 1).front().count, 20);
  options.drop_last = true;
  EXPECT_THAT([&] { loader_of(std::make_shared<FakeDataset>(20), options); },
              ThrowsMessage<DataError>(
                  AllOf(HasSubstr("batch of 64"), HasSubstr("20 images"), HasSubstr("drop_last"))));
  EXPECT_THROW(loader_of(std::make_shared<FakeDataset>(0), options_for(1)), DataError);
}

TEST(Loader, Case24_AnErrorSaysWhichFileWhichClassAndWhy) {
  const auto dataset = std::make_shared<FakeDataset>(10, std::set<std::int64_t>{7});
  const auto loader = loader_of(dataset, options_for(4, 4));
  try {
    drain(*loader, 1);
    FAIL() << "no error";
  } catch (const DataError& error) {
    EXPECT_EQ(error.path(), "/data/set/shoe/image-number-7.jpg");
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("/data/set/shoe/image-number-7.jpg: truncated JPEG"),
                      HasSubstr("class shoe"),
                      HasSubstr("data.on_bad_image")));
  }
  EXPECT_THROW(loader->next(), DataError);
  loader->seek(1, 0);
  EXPECT_THROW(drain(*loader, 1), DataError);
}

TEST(Loader, Case25_SkipUsesEveryGoodSampleOnceAndNoneTwice) {
  const auto dataset = std::make_shared<FakeDataset>(8, std::set<std::int64_t>{3});
  LoaderOptions options = options_for(4);
  options.on_bad_image = BadImagePolicy::skip;
  const auto loader = loader_of(dataset, options, "[]");
  for (std::int64_t epoch = 1; epoch <= 3; ++epoch) {
    const auto batches = drain(*loader, epoch);
    ASSERT_EQ(batches.size(), 2U);
    EXPECT_EQ(batches[0].count + batches[1].count, 7);
    std::vector<std::int64_t> ids = ids_of(batches);
    std::sort(ids.begin(), ids.end());
    EXPECT_EQ(ids, (std::vector<std::int64_t>{0, 1, 2, 4, 5, 6, 7}));
    for (const Copy& batch : batches) {
      for (std::size_t i = 0; i < batch.ids.size(); ++i) {
        EXPECT_EQ(batch.images[i * 4], batch.ids[i]);
        EXPECT_EQ(batch.labels[i], batch.ids[i] % 3);
      }
    }
  }
  EXPECT_EQ(loader->stats().bad, 1);
  const auto bad = loader->bad_samples();
  ASSERT_EQ(bad.size(), 1U);
  EXPECT_EQ(bad[0].first, "/data/set/hat/image-number-3.jpg");
  EXPECT_THAT(bad[0].second, HasSubstr("truncated JPEG"));
}

TEST(Loader, SkipOfAWholeBatchGivesAnEmptyOne) {
  const auto dataset = std::make_shared<FakeDataset>(2, std::set<std::int64_t>{0});
  LoaderOptions options = options_for(1);
  options.on_bad_image = BadImagePolicy::skip;
  const auto batches = drain(*loader_of(dataset, options), 1);
  ASSERT_EQ(batches.size(), 2U);
  EXPECT_EQ(batches[0].count + batches[1].count, 1);
}

TEST(Loader, SubstituteKeepsTheBatchSizeWithAGoodSampleOfTheClass) {
  const std::set<std::int64_t> bad = {3, 10};
  const auto dataset = std::make_shared<FakeDataset>(30, bad);
  LoaderOptions options = options_for(8, 1);
  options.on_bad_image = BadImagePolicy::substitute;
  options.max_bad = 0.1;
  const auto expected = drain(*loader_of(dataset, options), 3);
  const auto plain = drain(*loader_of(std::make_shared<FakeDataset>(30), options), 3);
  ASSERT_EQ(expected.size(), plain.size());
  for (std::size_t b = 0; b < plain.size(); ++b) {
    ASSERT_EQ(expected[b].count, plain[b].count);
    for (std::size_t i = 0; i < plain[b].ids.size(); ++i) {
      EXPECT_EQ(expected[b].labels[i], plain[b].labels[i]);
      EXPECT_EQ(bad.count(expected[b].ids[i]), 0U);
      if (bad.count(plain[b].ids[i]) == 0) {
        EXPECT_EQ(expected[b].ids[i], plain[b].ids[i]);
      }
    }
  }
  for (const int workers : {2, 8}) {
    options.workers = workers;
    EXPECT_EQ(drain(*loader_of(dataset, options), 3), expected);
  }
  const auto later = loader_of(dataset, options);
  later->seek(2, 2);
  EXPECT_EQ(testing::copy_of(*later->next()), expected[6]);
}

TEST(Loader, SubstituteLooksInOtherClassesWhenNoneOfTheClassIsGood) {
  const auto dataset = std::make_shared<FakeDataset>(6, std::set<std::int64_t>{0, 3});
  LoaderOptions options = options_for(6);
  options.on_bad_image = BadImagePolicy::substitute;
  options.max_bad = 1;
  const auto batch = drain(*loader_of(dataset, options), 1).front();
  EXPECT_EQ(batch.count, 6);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(batch.labels[i], batch.ids[i] % 3);
}

TEST(Loader, SubstituteGivesUpWhenNothingIsGood) {
  const auto dataset = std::make_shared<FakeDataset>(3, std::set<std::int64_t>{0, 1, 2});
  LoaderOptions options = options_for(3);
  options.on_bad_image = BadImagePolicy::substitute;
  options.max_bad = 1;
  EXPECT_THAT([&] { drain(*loader_of(dataset, options), 1); },
              ThrowsMessage<DataError>(HasSubstr("no good image")));
}

TEST(Loader, MoreBadImagesThanAllowedAreAnError) {
  const auto dataset = std::make_shared<FakeDataset>(200, std::set<std::int64_t>{1, 2, 3});
  LoaderOptions options = options_for(20);
  options.on_bad_image = BadImagePolicy::skip;
  options.max_bad = 0.01;
  EXPECT_THAT([&] { drain(*loader_of(dataset, options), 1); },
              ThrowsMessage<DataError>(
                  AllOf(HasSubstr("3 bad images among 200"), HasSubstr("data.max_bad (1.0%)"))));
  options.max_bad = 0.02;
  EXPECT_EQ(ids_of(drain(*loader_of(dataset, options), 2)).size(), 394U);
  options.max_bad = 0;
  EXPECT_THROW(drain(*loader_of(dataset, options), 1), DataError);
}

TEST(Loader, AnErrorThatIsNotAboutDataPassesEveryPolicyWithTheSamplesName) {
  const auto dataset = std::make_shared<FakeDataset>(10);
  dataset->on_read = [](std::int64_t index) {
    if (index == 4) throw std::runtime_error("own code failed");
  };
  LoaderOptions options = options_for(4);
  options.on_bad_image = BadImagePolicy::skip;
  EXPECT_THAT([&] { drain(*loader_of(dataset, options), 1); },
              ThrowsMessage<InternalError>(
                  AllOf(HasSubstr("image-number-4.jpg"), HasSubstr("own code failed"))));
}

TEST(Loader, StopsEarlyWithoutFinishingWhatWasAhead) {
  const auto dataset = std::make_shared<FakeDataset>(100000);
  dataset->on_read = [](std::int64_t) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  LoaderOptions options = options_for(1000, 2);
  options.prefetch = 20;
  {
    const auto loader = loader_of(dataset, options);
    loader->next();
  }
  EXPECT_LT(dataset->reads, 3000);
}

TEST(Loader, CountsHowLongTheConsumerWaited) {
  const auto dataset = std::make_shared<FakeDataset>(8);
  dataset->on_read = [](std::int64_t) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  };
  const auto loader = loader_of(dataset, options_for(8, 1));
  drain(*loader, 1);
  EXPECT_GT(loader->stats().consumer_wait_seconds, 0.005);
}

TEST(Loader, RepeatedSamplesOfAnEpochLookDifferent) {
  class Twice final : public Sampler {
   public:
    std::vector<std::int64_t> epoch(std::int64_t) const override {
      return std::vector<std::int64_t>(16, 200);
    }
    std::int64_t size() const override { return 16; }
  };
  Loader loader(
      std::make_shared<FakeDataset>(300), std::make_shared<Twice>(), pipeline(), options_for(16));
  const auto batch = drain(loader, 1).front();
  std::set<std::vector<std::uint8_t>> looks;
  for (std::size_t i = 0; i < 16; ++i) {
    looks.insert({batch.images.begin() + static_cast<std::ptrdiff_t>(4 * i),
                  batch.images.begin() + static_cast<std::ptrdiff_t>(4 * i + 4)});
  }
  EXPECT_GT(looks.size(), 2U);
}

}  // namespace
}  // namespace trainer
