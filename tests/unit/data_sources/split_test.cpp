#include "data/sources/split.h"

#include <numeric>
#include <set>

#include "helpers.h"

namespace trainer::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Labels only; `counts[c]` samples of class c, classes mixed.
class Labels : public Dataset {
 public:
  explicit Labels(const std::vector<int>& counts) {
    std::vector<int> left = counts;
    for (std::size_t c = 0; c < counts.size(); ++c) names_.push_back("c" + std::to_string(c));
    for (bool any = true; any;) {
      any = false;
      for (std::size_t c = 0; c < left.size(); ++c) {
        if (left[c]-- > 0) labels_.push_back(static_cast<std::int64_t>(c)), any = true;
      }
    }
  }
  std::int64_t size() const override { return static_cast<std::int64_t>(labels_.size()); }
  std::int64_t label(std::int64_t i) const override { return labels_[static_cast<std::size_t>(i)]; }
  std::string name(std::int64_t i) const override { return "#" + std::to_string(i); }
  const std::vector<std::string>& class_names() const override { return names_; }
  void read(std::int64_t, SourceImage&) const override {}

 private:
  std::vector<std::int64_t> labels_;
  std::vector<std::string> names_;
};

SplitDatasets cut(const std::vector<int>& counts, const SplitOptions& options = {}) {
  return split_dataset(std::make_shared<Labels>(counts), options);
}

const std::vector<std::int64_t>& indices(const std::shared_ptr<Dataset>& part) {
  return dynamic_cast<const SubsetDataset&>(*part).indices();
}

TEST(Split, EachClassGivesItsShareByLargestRemainder) {
  // Shares 3.3, 3.3, 3.4: ten in all, the tenth from the class with the largest remainder.
  EXPECT_THAT(class_counts(*cut({33, 33, 34}).val), ElementsAre(3, 3, 4));
  // 0.5, 0.5, 1.0 of 20: two in all, the tie goes to the earlier class.
  EXPECT_THAT(class_counts(*cut({5, 5, 10}).val), ElementsAre(1, 0, 1));
  EXPECT_THAT(class_counts(*cut({1000, 200, 50}).val), ElementsAre(100, 20, 5));
}

TEST(Split, PartsCoverEachSampleOnceInOrder) {
  const SplitDatasets parts = cut({40, 60});
  std::set<std::int64_t> all(indices(parts.train).begin(), indices(parts.train).end());
  all.insert(indices(parts.val).begin(), indices(parts.val).end());
  EXPECT_EQ(all.size(), 100U);
  EXPECT_EQ(parts.train->size() + parts.val->size(), 100);
  EXPECT_TRUE(std::is_sorted(indices(parts.train).begin(), indices(parts.train).end()));
  EXPECT_TRUE(std::is_sorted(indices(parts.val).begin(), indices(parts.val).end()));
  EXPECT_EQ(parts.val->name(0), "#" + std::to_string(indices(parts.val)[0]));
}

TEST(Split, TheSeedAloneDecidesWhichSamples) {
  const auto chosen = indices(cut({50, 50}).val);
  EXPECT_EQ(chosen, indices(cut({50, 50}).val));
  EXPECT_NE(chosen, indices(cut({50, 50}, {.seed = 1}).val));
}

TEST(Split, AClassOfOneStaysInTraining) {
  const LogCapture log;
  const SplitDatasets parts = cut({1, 2, 30}, {.val = Percent{0.5}});
  EXPECT_THAT(class_counts(*parts.train), ElementsAre(1, 1, 15));
  EXPECT_THAT(class_counts(*parts.val), ElementsAre(0, 1, 15));
  EXPECT_THAT(log.text(), HasSubstr("c0: 0 validation images"));
}

TEST(Split, WithoutStratificationTheShareIsOfTheWhole) {
  const SplitDatasets parts = cut({50, 50}, {.val = Percent{0.2}, .stratified = false});
  EXPECT_EQ(parts.val->size(), 20);
}

TEST(Split, RejectsAnEmptyPart) {
  EXPECT_THAT(data_error([] { cut({3}, {.val = Percent{0.1}}); }),
              HasSubstr("leaves 3 for training and 0 for validation"));
  EXPECT_THAT(data_error([] {
                cut({1, 1}, {.val = Percent{0.5}});
              }),
              HasSubstr("0 for validation"));
}

}  // namespace
}  // namespace trainer::test
