#include "data/check/scan.h"

#include "base/stop.h"
#include "unit/data_check/helpers.h"

namespace trainer::test {
namespace {

using testing::HasSubstr;

std::vector<CheckedSplit> two_splits(int images) {
  std::vector<FakeDataset::Sample> samples;
  for (int i = 0; i < images; ++i) samples.push_back({i % 10 == 9 ? -1 : i, 0});
  const std::vector<std::string> classes = {"one"};
  return {{"train", std::make_shared<FakeDataset>("a", classes, samples)},
          {"val", std::make_shared<FakeDataset>("b", classes, samples)}};
}

TEST(Scan, FindsTheSplitOfEverySample) {
  const ScanResult scan = scan_splits(two_splits(30), {});
  ASSERT_EQ(scan.records.size(), 60U);
  EXPECT_EQ(scan.split_of(0), 0U);
  EXPECT_EQ(scan.split_of(29), 0U);
  EXPECT_EQ(scan.split_of(30), 1U);
  EXPECT_EQ(scan.split_of(59), 1U);
}

TEST(Scan, OrderOfFindingsAndHashesDoNotDependOnThreads) {
  ScanOptions options;
  const ScanResult one = scan_splits(two_splits(500), options);
  EXPECT_EQ(one.findings.size(), 100U);
  EXPECT_EQ(one.findings[0].sample, 9U);
  EXPECT_EQ(one.findings[0].finding.kind, DataFindingKind::unreadable);
  EXPECT_EQ(one.findings[0].finding.reason, "Permission denied");
  for (const int workers : {2, 8}) {
    options.workers = workers;
    const ScanResult many = scan_splits(two_splits(500), options);
    ASSERT_EQ(many.findings.size(), one.findings.size());
    for (std::size_t i = 0; i < one.findings.size(); ++i) {
      EXPECT_EQ(many.findings[i].sample, one.findings[i].sample);
    }
    for (std::size_t i = 0; i < one.records.size(); ++i) {
      EXPECT_EQ(many.records[i].bytes, one.records[i].bytes);
      EXPECT_EQ(many.records[i].usable, one.records[i].usable);
    }
  }
}

TEST(Scan, ARequestToStopEndsIt) {
  request_stop();
  try {
    scan_splits(two_splits(200'000), {});
    ADD_FAILURE() << "not stopped";
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::interrupted);
    EXPECT_THAT(error.what(), HasSubstr("of 400000 images"));
  }
  clear_stop_request();
}

/// A fault of the program, and not of a sample.
class BrokenDataset : public FakeDataset {
 public:
  BrokenDataset() : FakeDataset("broken", {"one"}, std::vector<Sample>(100, {1, 0})) {}
  void read(std::int64_t, SourceImage&) const override { throw std::logic_error("broken"); }
};

TEST(Scan, OtherErrorsReachTheCaller) {
  ScanOptions options;
  options.workers = 4;
  EXPECT_THROW(scan_splits({{"train", std::make_shared<BrokenDataset>()}}, options),
               std::logic_error);
}

}  // namespace
}  // namespace trainer::test
