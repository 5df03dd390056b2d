#include "data/check/histograms.h"

#include "unit/data_check/helpers.h"

namespace trainer::test {
namespace {

SampleRecord image(int width, int height) {
  SampleRecord record;
  record.width = width;
  record.height = height;
  record.format = ImageFormat::png;
  return record;
}

DataReport counted_sizes(const std::vector<SampleRecord>& records) {
  DataReport report;
  count_properties(records, report);
  return report;
}

TEST(Histograms, PutTheShortSideInItsBucket) {
  const DataReport report =
      counted_sizes({image(31, 900), image(32, 32), image(223, 300), image(4000, 2048)});
  EXPECT_EQ(count_of(report.short_sides, "below 32"), 1);
  EXPECT_EQ(count_of(report.short_sides, "32 to 63"), 1);
  EXPECT_EQ(count_of(report.short_sides, "128 to 223"), 1);
  EXPECT_EQ(count_of(report.short_sides, "2048 and more"), 1);
}

TEST(Histograms, PutTheAspectInItsBucket) {
  const DataReport report = counted_sizes({image(400, 300),
                                           image(300, 400),
                                           image(500, 100),
                                           image(100, 500),
                                           image(160, 90),
                                           image(300, 100)});
  EXPECT_EQ(count_of(report.aspects, "about square"), 2);
  EXPECT_EQ(count_of(report.aspects, "wider than 3:1"), 2);
  EXPECT_EQ(count_of(report.aspects, "taller than 3:1"), 1);
  EXPECT_EQ(count_of(report.aspects, "wide, 4:3 to 2:1"), 1);
}

TEST(Histograms, LeaveOutWhatIsNoImageAndNameRawPixels) {
  SampleRecord raw = image(28, 28);
  raw.format.reset();
  raw.facts.gray = true;
  raw.usable = true;
  const DataReport report = counted_sizes({SampleRecord{}, raw});
  ASSERT_EQ(report.formats.size(), 1U);
  EXPECT_EQ(count_of(report.formats, "raw"), 1);
  EXPECT_EQ(count_of(report.modes, "gray"), 1);
}

}  // namespace
}  // namespace trainer::test
