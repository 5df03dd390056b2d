#include "data/check/class_table.h"

#include "unit/data_check/helpers.h"

namespace trainer::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

CheckedSplit split(const std::string& name,
                   const std::vector<std::string>& classes,
                   const std::vector<int>& counts) {
  std::vector<FakeDataset::Sample> samples;
  for (std::size_t label = 0; label < counts.size(); ++label) {
    for (int i = 0; i < counts[label]; ++i) {
      samples.push_back({i, static_cast<std::int64_t>(label)});
    }
  }
  return {name, std::make_shared<FakeDataset>(name, classes, samples)};
}

/// "kind split class: reason"
std::vector<std::string> judged(const std::vector<CheckedSplit>& splits, bool allow_empty = false) {
  std::vector<std::string> lines;
  for (const DataFinding& finding : judge_classes(count_classes(splits), splits, allow_empty)) {
    lines.push_back(std::string(data_finding_name(finding.kind)) + " " + finding.split + " " +
                    finding.class_name + ": " + finding.reason);
  }
  return lines;
}

TEST(ClassTable, MatchesClassesByName) {
  const ClassTable table =
      count_classes({split("train", {"a", "b"}, {1, 2}), split("val", {"c", "a"}, {3, 4})});
  ASSERT_EQ(table.classes.size(), 3U);
  EXPECT_EQ(table.first_classes, 2U);
  EXPECT_THAT(table.classes[0].images, ElementsAre(1, 4));
  EXPECT_THAT(table.classes[1].images, ElementsAre(2, 0));
  EXPECT_EQ(table.classes[2].name, "c");
  EXPECT_THAT(table.classes[2].images, ElementsAre(0, 3));
  EXPECT_THAT(table.of_sample, ElementsAre(0, 1, 1, 2, 2, 2, 0, 0, 0, 0));
}

TEST(ClassTable, SaysWhichRuleAThinClassBreaks) {
  EXPECT_THAT(judged({split("train", {"a", "b", "c", "d"}, {2000, 10, 9, 20})}),
              ElementsAre("few_images train b: 10 images, less than 1/100 of the 2000 of the "
                          "largest class (a)",
                          "few_images train c: 9 images, fewer than 10"));
}

TEST(ClassTable, ThinClassesMatterInTrainingOnly) {
  EXPECT_THAT(judged({split("train", {"a"}, {10}), split("test", {"a"}, {1})}), IsEmpty());
}

TEST(ClassTable, AnEmptyClassOfTrainingIsAProblemUnlessAllowed) {
  const std::vector<CheckedSplit> splits = {split("train", {"a", "b"}, {10, 0})};
  EXPECT_THAT(judged(splits), ElementsAre(testing::StartsWith("empty_class train b: no images")));
  EXPECT_THAT(judged(splits, true), ElementsAre(testing::StartsWith("missing_class train b: ")));
}

}  // namespace
}  // namespace trainer::test
