#include "base/stop.h"
#include "unit/data_check/helpers.h"

namespace trainer::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

DataReport check(const std::string& data) {
  return check_data(parse_config("name: x\nmodel: {name: simple_cnn}\ndata: " + data +
                                 "\ntransforms: {train: [{center_crop: {size: 4}}, normalize: "
                                 "imagenet], val: [{center_crop: {size: 4}}, normalize: "
                                 "imagenet]}\n"),
                    {2, false});
}

template <class Action>
std::string data_error(Action action) {
  try {
    action();
  } catch (const DataError& error) {
    return error.what();
  }
  ADD_FAILURE() << "no DataError";
  return {};
}

class CheckData : public testing::Test {
 protected:
  CheckData() {
    tree_.fill("a/cat", 12, 0);
    tree_.fill("a/dog", 12, 100);
    tree_.fill("b/cat", 2, 200);
    tree_.fill("b/dog", 2, 300);
  }
  ImageTree tree_;
};

TEST_F(CheckData, TakesTheSplitsOfAConfiguration) {
  tree_.write("b/cat/x.jpg", photo(3));
  const DataReport report =
      check("{train: " + tree_ / "a" + ", val: " + tree_ / "b" + ", test: " + tree_ / "b" + "}");
  ASSERT_EQ(report.splits.size(), 3U);
  EXPECT_EQ(report.splits[2].name, "test");
  EXPECT_EQ(report.splits[2].images, 5);
  EXPECT_THAT(listing(report, tree_.path()),
              ElementsAre("leak train cat a/cat/3.jpg",
                          "leak val cat b/cat/0.jpg",
                          "leak val cat b/cat/1.jpg",
                          "leak val cat b/cat/x.jpg",
                          "leak val dog b/dog/0.jpg",
                          "leak val dog b/dog/1.jpg"));
}

TEST_F(CheckData, FollowsTheSplitThatIsCutOff) {
  const DataReport report = check("{train: " + tree_ / "a" + ", split: {val: 0.25}}");
  ASSERT_EQ(report.splits.size(), 2U);
  EXPECT_EQ(report.splits[0].images, 18);
  EXPECT_EQ(report.splits[1].images, 6);
}

TEST_F(CheckData, FollowsTheConfiguredClasses) {
  const DataReport report = check("{train: " + tree_ / "a" + ", classes: [dog, cat, owl]}");
  EXPECT_EQ(report.classes[0].name, "dog");
  EXPECT_THAT(listing(report), ElementsAre("empty_class train owl "));
  const DataReport allowed =
      check("{train: " + tree_ / "a" + ", classes: [dog, cat, owl], allow_empty_classes: true}");
  EXPECT_THAT(listing(allowed), ElementsAre("missing_class train owl "));
  EXPECT_EQ(allowed.problems(), 0);
}

TEST_F(CheckData, AClassThatTheConfigurationDoesNotListMakesTrainingUnusable) {
  const DataReport report = check("{train: " + tree_ / "a" + ", classes: [cat]}");
  EXPECT_THAT(listing(report, tree_.path()), ElementsAre("unusable_split train  a"));
  EXPECT_THAT(report.findings[0].reason, HasSubstr("\"dog\""));
  EXPECT_EQ(report.images(), 24) << "its images are checked all the same";
}

TEST_F(CheckData, ReadsCsvFiles) {
  tree_.write("list.csv",
              to_bytes("path,label,split\na/cat/0.jpg,cat,train\na/cat/1.jpg,cat,train\n"
                       "a/cat/0.jpg,dog,test\n"));
  const DataReport report = check("{format: csv, train: " + tree_ / "list.csv" + "}");
  EXPECT_THAT(listing(report, tree_.path()),
              testing::IsSupersetOf({"leak train cat a/cat/0.jpg",
                                     "label_conflict train cat a/cat/0.jpg",
                                     "unusable_split test  list.csv"}));
}

TEST_F(CheckData, RawPixelsAreComparedAndCounted) {
  const DataReport report = check("{format: synthetic, samples: 40}");
  ASSERT_GE(report.splits.size(), 2U);
  EXPECT_EQ(report.problems(), 0);
  EXPECT_EQ(count_of(report.formats, "raw"), report.images());
}

TEST_F(CheckData, AFolderThatIsNoDataSetSaysWhatIsExpected) {
  std::filesystem::create_directories(tree_ / "empty");
  EXPECT_THAT(data_error([&] { check_data(tree_ / "empty"); }),
              AllOf(HasSubstr("expected one folder for each class"), HasSubstr("0 images")));
  EXPECT_THAT(data_error([&] { check_data(tree_ / "a/cat"); }), HasSubstr("12 images"));
  std::filesystem::create_directories(tree_ / "hollow/cat");
  EXPECT_THAT(data_error([&] { check_data(tree_ / "hollow"); }), HasSubstr("0 images, 1 folder"));
  EXPECT_THAT(data_error([&] { check_data(tree_ / "nowhere"); }), HasSubstr("nowhere"));
}

TEST_F(CheckData, OneFileIsEnough) {
  tree_.write("one/cat/1.jpg", photo(1));
  const DataReport report = check_data(tree_ / "one", {0, false});
  EXPECT_EQ(report.splits[0].name, "all");
  EXPECT_THAT(listing(report), ElementsAre("few_images all cat "));
}

TEST_F(CheckData, OneBadFileOfTheOnlyClassIsAReportAndNoError) {
  tree_.write("one/cat/1.jpg", {});
  EXPECT_EQ(check_data(tree_ / "one", {0, false}).problems(), 1);
}

TEST_F(CheckData, TwoSplitsWithoutTrainingAreCheckedByThemselves) {
  tree_.fill("both/val/cat", 1, 0);
  tree_.fill("both/test/dog", 1, 10);
  const DataReport report = check_data(tree_ / "both", {0, false});
  EXPECT_THAT(listing(report), ElementsAre("missing_class val dog ", "missing_class test cat "));
}

TEST_F(CheckData, ARequestToStopIsFollowedAndForgotten) {
  request_stop();
  EXPECT_THROW(check_data(tree_ / "a", {1, false}), Error);
  EXPECT_FALSE(stop_requested());
}

TEST_F(CheckData, NegativeWorkersAreRefused) {
  EXPECT_THROW(check_data(tree_ / "a", {-1, false}), UsageError);
}

}  // namespace
}  // namespace trainer::test
