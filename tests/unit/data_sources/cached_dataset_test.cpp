#include "data/cache/cached_dataset.h"

#include <atomic>
#include <thread>

#include "helpers.h"

namespace trainer::test {
namespace {

using testing::HasSubstr;

/// Ten encoded images of 1000 bytes; counts how often they are read.
class CountingDataset : public Dataset {
 public:
  std::int64_t size() const override { return 10; }
  std::int64_t label(std::int64_t index) const override { return index % 2; }
  std::string name(std::int64_t index) const override { return "image " + std::to_string(index); }
  const std::vector<std::string>& class_names() const override { return classes_; }
  void read(std::int64_t index, SourceImage& image) const override {
    ++reads;
    image.encoded = true;
    image.bytes.assign(1000, static_cast<std::uint8_t>(index));
  }
  mutable std::atomic<int> reads{0};

 private:
  std::vector<std::string> classes_{"a", "b"};
};

/// Pixels twice as large as the file; image 3 is bad.
void decode(std::span<const std::uint8_t> bytes, const std::string&, SourceImage& image) {
  if (bytes[0] == 3) throw DataError("bad");
  image.encoded = false;
  image.height = 20;
  image.width = 100;
  image.channels = 1;
  image.bytes.assign(2000, static_cast<std::uint8_t>(bytes[0] + 100));
}

void read_all(const Dataset& data, bool pixels) {
  SourceImage image;
  for (std::int64_t i = 0; i < data.size(); ++i) {
    data.read(i, image);
    const auto content = image.content();
    const auto expected = static_cast<std::uint8_t>(image.encoded ? i : i + 100);
    ASSERT_EQ(content.size(), image.encoded ? 1000U : 2000U);
    ASSERT_EQ(content.front(), expected);
    ASSERT_EQ(content.back(), expected);
    if (!pixels) ASSERT_TRUE(image.encoded);
  }
}

TEST(CachedDataset, ReadsEachImageOnce) {
  const auto base = std::make_shared<CountingDataset>();
  const LogCapture log;
  const CachedDataset data(base, std::make_shared<CacheBudget>(1 << 20), "training");
  for (int epoch = 0; epoch < 3; ++epoch) read_all(data, false);
  EXPECT_EQ(base->reads, 10);
  EXPECT_EQ(data.kept_images(), 10);
  EXPECT_EQ(data.label(3), 1);
  EXPECT_EQ(data.name(3), "image 3");
  EXPECT_THAT(log.text(), HasSubstr("all 10 training images are in memory, 10.7 KiB"));
}

TEST(CachedDataset, KeepsTheFirstUntilTheBudgetIsUsedUpAndSaysSoOnce) {
  const auto base = std::make_shared<CountingDataset>();
  const LogCapture log;
  const auto budget = std::make_shared<CacheBudget>(5000);
  const CachedDataset data(base, budget, "training");
  for (int epoch = 0; epoch < 3; ++epoch) read_all(data, false);
  EXPECT_EQ(data.kept_images(), 4);
  EXPECT_LE(data.kept_bytes(), 5000U);
  EXPECT_EQ(base->reads, 10 + 2 * 6);
  const std::string text = log.text();
  const std::string line = "4 of 10 training images are kept in memory";
  EXPECT_THAT(text, HasSubstr(line));
  EXPECT_EQ(text.find(line), text.rfind(line));
  EXPECT_FALSE(budget->take(4000));
}

TEST(CachedDataset, GivesItsBytesBack) {
  const auto budget = std::make_shared<CacheBudget>(20'000);
  read_all(CachedDataset(std::make_shared<CountingDataset>(), budget, "training"), false);
  EXPECT_TRUE(budget->take(20'000));
  EXPECT_FALSE(budget->take(1));
}

TEST(CachedDataset, KeepsPixelsAndLeavesBadImagesToTheirReader) {
  const auto base = std::make_shared<CountingDataset>();
  const CachedDataset data(base, std::make_shared<CacheBudget>(1 << 20), "training", decode);
  for (int epoch = 0; epoch < 2; ++epoch) read_all(data, true);
  EXPECT_EQ(data.kept_images(), 9);
  EXPECT_EQ(base->reads, 11);
  SourceImage image;
  data.read(0, image);
  EXPECT_FALSE(image.encoded);
  EXPECT_EQ(image.height, 20);
  EXPECT_EQ(image.width, 100);
  EXPECT_EQ(image.channels, 1);
  data.read(3, image);
  EXPECT_TRUE(image.encoded);
  EXPECT_EQ(image.height, 0);
}

TEST(CachedDataset, LendsImagesThatOutliveIt) {
  SourceImage image;
  {
    const CachedDataset data(
        std::make_shared<CountingDataset>(), std::make_shared<CacheBudget>(1 << 20), "training");
    data.read(7, image);
    data.read(7, image);
  }
  EXPECT_TRUE(image.bytes.empty());
  EXPECT_EQ(image.content()[999], 7);
}

TEST(CachedDataset, IsSafeForManyThreads) {
  for (const std::uint64_t budget : {std::uint64_t{5000}, std::uint64_t{1} << 20}) {
    const CachedDataset data(
        std::make_shared<CountingDataset>(), std::make_shared<CacheBudget>(budget), "x", decode);
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 50; ++i) read_all(data, true);
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_LE(data.kept_bytes(), budget);
  }
}

}  // namespace
}  // namespace trainer::test
