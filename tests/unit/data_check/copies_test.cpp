#include "data/check/copies.h"

#include "data/check/class_table.h"
#include "unit/data_check/helpers.h"

namespace trainer::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::vector<std::string> kClasses = {"cat", "dog"};

CheckedSplit split(const std::string& name, std::vector<FakeDataset::Sample> samples) {
  return {name, std::make_shared<FakeDataset>(name, kClasses, std::move(samples))};
}

/// "sample of kind" of each copy.
std::vector<std::string> copies(const std::vector<CheckedSplit>& splits) {
  const ScanResult scan = scan_splits(splits, {});
  std::vector<std::string> lines;
  for (const Copy& copy : find_copies(scan, splits, count_classes(splits).of_sample)) {
    lines.push_back(std::to_string(copy.sample) + " of " + std::to_string(copy.of) + " " +
                    data_finding_name(copy.kind));
  }
  return lines;
}

TEST(Copies, OfDifferentPicturesThereAreNone) {
  EXPECT_THAT(copies({split("train", {{1, 0}, {2, 0}, {3, 1}})}), IsEmpty());
}

TEST(Copies, TheFirstOfASplitIsKept) {
  EXPECT_THAT(copies({split("train", {{1, 0}, {2, 0}, {1, 0}, {1, 0}})}),
              ElementsAre("2 of 0 duplicate", "3 of 0 duplicate"));
}

TEST(Copies, TestIsKeptBeforeValAndValBeforeTraining) {
  EXPECT_THAT(copies({split("train", {{1, 0}, {2, 0}, {2, 0}}),
                      split("val", {{1, 0}, {2, 0}}),
                      split("test", {{1, 0}})}),
              ElementsAre("0 of 5 leak", "1 of 4 leak", "2 of 4 leak", "3 of 5 leak"));
}

TEST(Copies, WithTwoLabelsEachNamesOneOfTheOtherClass) {
  EXPECT_THAT(
      copies({split("train", {{1, 0}, {1, 1}, {1, 0}})}),
      ElementsAre("0 of 1 label_conflict", "1 of 0 label_conflict", "2 of 1 label_conflict"));
}

TEST(Copies, AConflictAcrossSplitsIsALeakAsWell) {
  EXPECT_THAT(copies({split("train", {{1, 0}}), split("test", {{1, 1}})}),
              ElementsAre("0 of 1 leak", "0 of 1 label_conflict", "1 of 0 label_conflict"));
}

TEST(Copies, WhatCannotBeReadIsNoCopy) {
  EXPECT_THAT(copies({split("train", {{-1, 0}, {-1, 0}})}), IsEmpty());
}

TEST(Copies, OfOnePictureAHundredThousandTimesAreFoundAtOnce) {
  const std::vector<FakeDataset::Sample> samples(100'000, {1, 0});
  EXPECT_EQ(copies({split("train", samples)}).size(), 99'999U);
}

}  // namespace
}  // namespace trainer::test
