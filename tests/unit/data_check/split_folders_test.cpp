#include "data/check/split_folders.h"

#include "unit/data_check/helpers.h"

namespace trainer::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

class SplitFolders : public testing::Test {
 protected:
  void make(const std::string& name) const { fs::create_directories(folder_ / name); }
  std::vector<std::string> found() const {
    std::vector<std::string> lines;
    for (const SplitFolder& split : find_split_folders(folder_.path())) {
      lines.push_back(split.split + " " + fs::path(split.path).filename().string());
    }
    return lines;
  }
  std::string all() const { return "all " + fs::path(folder_.path()).filename().string(); }
  TempFolder folder_;
};

TEST_F(SplitFolders, AreInTheOrderOfUseWhateverTheyAreCalled) {
  for (const char* name : {"test/cat", "Training/cat", "validation/cat", ".hidden/cat"}) make(name);
  EXPECT_THAT(found(), ElementsAre("train Training", "val validation", "test test"));
}

TEST_F(SplitFolders, OneAloneIsASplitToo) {
  make("train/cat");
  EXPECT_THAT(found(), ElementsAre("train train"));
}

TEST_F(SplitFolders, ClassesMayBeCalledLikeThem) {
  for (const char* name : {"train", "test", "car"}) make(name);
  EXPECT_THAT(found(), ElementsAre(all()));
  make("train/steam");
  EXPECT_THAT(found(), ElementsAre(all())) << "one among other classes is a class";
}

TEST_F(SplitFolders, OtherFoldersBesideTwoSplitsAreLeftOut) {
  for (const char* name : {"train/cat", "valid/cat", "notes"}) make(name);
  EXPECT_THAT(found(), ElementsAre("train train", "val valid"));
}

TEST_F(SplitFolders, OfAnEmptyFolderAreTheFolderItself) {
  EXPECT_THAT(found(), ElementsAre(all()));
}

TEST_F(SplitFolders, ABrokenLinkIsNoFolder) {
  fs::create_directory_symlink("train", folder_ / "train");
  EXPECT_THAT(found(), ElementsAre(all()));
}

TEST_F(SplitFolders, TwoForOneSplitAreRefused) {
  for (const char* name : {"train/cat", "val/cat", "validation/cat"}) make(name);
  try {
    found();
    ADD_FAILURE();
  } catch (const DataError& error) {
    EXPECT_THAT(error.what(),
                AllOf(HasSubstr("expected one folder for the split val"),
                      HasSubstr("/val and "),
                      HasSubstr("/validation")));
  }
}

TEST_F(SplitFolders, OfAMissingFolderAreAnError) {
  EXPECT_THROW(find_split_folders(folder_ / "nowhere"), DataError);
}

}  // namespace
}  // namespace trainer::test
