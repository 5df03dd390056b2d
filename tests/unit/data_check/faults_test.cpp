#include <unistd.h>

#include "unit/data_check/helpers.h"
#include "unit/data_check/made_faults.h"

namespace trainer::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Ten good photos of each class, so that only the faults are found.
class DataFaults : public testing::Test {
 protected:
  DataFaults() {
    tree_.fill("train/cat", 10, 0);
    tree_.fill("train/dog", 10, 100);
    tree_.fill("val/cat", 2, 200);
    tree_.fill("val/dog", 2, 300);
  }
  DataReport check() const { return check_data(tree_.path(), {2, false}); }
  std::vector<std::string> found() const { return listing(check(), tree_.path()); }

  ImageTree tree_;
};

TEST_F(DataFaults, GoodDataHasNone) {
  const DataReport report = check();
  EXPECT_THAT(listing(report), IsEmpty());
  EXPECT_EQ(report.images(), 24);
  ASSERT_EQ(report.splits.size(), 2U);
  EXPECT_EQ(report.splits[0].name, "train");
  EXPECT_EQ(report.splits[1].images, 4);
  ASSERT_EQ(report.classes.size(), 2U);
  EXPECT_EQ(report.classes[1].name, "dog");
  EXPECT_THAT(report.classes[1].images, ElementsAre(10, 2));
  EXPECT_EQ(count_of(report.formats, "JPEG"), 24);
}

TEST_F(DataFaults, EveryKindOfBadFileIsNamedWithItsReason) {
  tree_.write("train/cat/a.jpg", {});
  tree_.write("train/cat/b.jpg", to_bytes("<html>not found</html>"));
  tree_.write("train/cat/c.jpg", cut(photo(400), 0.5));
  tree_.write("train/cat/d.png", damaged(plain_png(7)));
  tree_.write("train/cat/e.jpg", with_size(photo(401), 30000, 20000));
  tree_.write("train/cat/f.webp", animated_webp());
  tree_.write("train/cat/g.png", cut(plain_png(8), 0.8));
  tree_.write("val/dog/h.jpg", to_bytes("GIF89a......"));
  const DataReport report = check();
  EXPECT_THAT(listing(report, tree_.path()),
              ElementsAre("empty_file train cat train/cat/a.jpg",
                          "not_an_image train cat train/cat/b.jpg",
                          "not_an_image val dog val/dog/h.jpg",
                          "truncated train cat train/cat/c.jpg",
                          "truncated train cat train/cat/g.png",
                          "corrupt train cat train/cat/d.png",
                          "too_large train cat train/cat/e.jpg",
                          "animated train cat train/cat/f.webp"));
  EXPECT_EQ(report.problems(), 8);
  EXPECT_EQ(report.warnings(), 0);
  EXPECT_THAT(only(report, DataFindingKind::empty_file).reason, HasSubstr("0 bytes"));
  EXPECT_THAT(only(report, DataFindingKind::corrupt).reason, HasSubstr("wrong checksum"));
  EXPECT_THAT(only(report, DataFindingKind::too_large).reason,
              AllOf(HasSubstr("30000 x 20000"), HasSubstr("the limit is 178956970")));
  EXPECT_THAT(only(report, DataFindingKind::animated).reason, HasSubstr("animated WebP"));
  for (const DataFinding& finding : report.findings) {
    EXPECT_THAT(finding.reason, Not(HasSubstr(tree_.path()))) << "the path stands beside it";
  }
}

TEST_F(DataFaults, FilesWithoutPermissionAreUnreadable) {
  tree_.write("train/cat/closed.jpg", photo(500));
  std::filesystem::permissions(tree_ / "train/cat/closed.jpg", std::filesystem::perms::none);
  const auto lines = found();
  // Root may read everything: then the file is simply good.
  if (geteuid() == 0) {
    EXPECT_THAT(lines, IsEmpty());
  } else {
    EXPECT_THAT(lines, ElementsAre("unreadable train cat train/cat/closed.jpg"));
  }
}

TEST_F(DataFaults, CopiesAreFoundWithinASplitAcrossSplitsAndAcrossClasses) {
  tree_.write("train/cat/again.jpg", photo(3));
  tree_.write("train/dog/leaked.jpg", photo(301));
  tree_.write("train/dog/also_cat.jpg", photo(5));
  const DataReport report = check();
  EXPECT_THAT(listing(report, tree_.path()),
              ElementsAre("leak train dog train/dog/leaked.jpg",
                          "label_conflict train cat train/cat/5.jpg",
                          "label_conflict train dog train/dog/also_cat.jpg",
                          "duplicate train cat train/cat/again.jpg"));
  EXPECT_EQ(report.problems(), 0);
  const DataFinding leak = only(report, DataFindingKind::leak);
  EXPECT_EQ(leak.other, tree_ / "val/dog/1.jpg");
  EXPECT_TRUE(leak.same_bytes);
  EXPECT_THAT(leak.reason, HasSubstr("the same file content as " + leak.other + " of val"));
  EXPECT_EQ(only(report, DataFindingKind::duplicate).other, tree_ / "train/cat/3.jpg");
}

TEST_F(DataFaults, ThePictureInOtherBytesIsACopyToo) {
  tree_.write("train/cat/a.png", plain_png(50));
  tree_.write("train/cat/b.png", plain_png(50, 20, chunk("tEXt", to_bytes("Comment\0x"))));
  tree_.write("train/cat/other_shape.png", make_plain_png({10, 40, 8, 2}, {50, 50, 50}));
  const DataReport report = check();
  const DataFinding copy = only(report, DataFindingKind::duplicate);
  EXPECT_EQ(copy.path, tree_ / "train/cat/b.png");
  EXPECT_FALSE(copy.same_bytes);
  EXPECT_THAT(copy.reason, HasSubstr("the same pixels, in other bytes, as "));
}

TEST_F(DataFaults, BadFilesAreNoCopiesOfEachOther) {
  tree_.write("train/cat/a.jpg", {});
  tree_.write("train/dog/b.jpg", {});
  EXPECT_THAT(
      found(),
      ElementsAre("empty_file train cat train/cat/a.jpg", "empty_file train dog train/dog/b.jpg"));
}

TEST_F(DataFaults, OddImagesAreWarnings) {
  tree_.write("train/cat/a.jpg", plain_png(1));
  tree_.write("train/cat/b.PNG", photo(600));
  tree_.write("train/cat/c.png", plain_png(2, 8));
  tree_.write("train/cat/d.jpg", photo(601, 200, 20));
  tree_.write("train/cat/e.png", plain_png(3, 20, chunk("acTL", {0, 0, 0, 2, 0, 0, 0, 0})));
  const DataReport report = check();
  EXPECT_THAT(listing(report, tree_.path()),
              ElementsAre("wrong_extension train cat train/cat/a.jpg",
                          "wrong_extension train cat train/cat/b.PNG",
                          "first_frame_only train cat train/cat/e.png",
                          "tiny train cat train/cat/c.png",
                          "elongated train cat train/cat/d.jpg"));
  EXPECT_EQ(report.problems(), 0);
  EXPECT_EQ(report.findings[0].reason, "named .jpg, but the content is PNG");
  EXPECT_EQ(report.findings[1].reason, "named .png, but the content is JPEG");
  EXPECT_THAT(report.findings[3].reason, HasSubstr("8 x 8 pixels"));
  EXPECT_THAT(report.findings[4].reason, HasSubstr("200 x 20 pixels"));
}

TEST_F(DataFaults, ColourModesAreCounted) {
  tree_.write("train/cat/a.jpg", turned(photo(700)));
  tree_.write("train/cat/b.jpg", cmyk_photo());
  tree_.write("train/cat/c.png", make_plain_png({20, 20, 16, 0}, {1, 2}));
  tree_.write("train/cat/d.png", make_plain_png({20, 20, 8, 6}, {1, 2, 3, 4}));
  const DataReport report = check();
  EXPECT_THAT(listing(report), IsEmpty());
  EXPECT_EQ(count_of(report.modes, "EXIF-rotated"), 1);
  EXPECT_EQ(count_of(report.modes, "CMYK"), 1);
  EXPECT_EQ(count_of(report.modes, "16-bit"), 1);
  EXPECT_EQ(count_of(report.modes, "gray"), 1);
  EXPECT_EQ(count_of(report.modes, "alpha"), 1);
  EXPECT_EQ(count_of(report.modes, "colour"), 26);
  EXPECT_EQ(count_of(report.formats, "PNG"), 2);
}

TEST_F(DataFaults, ThinEmptyAndMissingClassesAreNamedWithTheRule) {
  tree_.fill("train/fox", 3, 800);
  std::filesystem::create_directories(tree_ / "train/owl");
  const DataReport report = check();
  EXPECT_THAT(listing(report),
              ElementsAre("empty_class train owl ",
                          "missing_class val fox ",
                          "missing_class val owl ",
                          "few_images train fox "));
  EXPECT_EQ(report.problems(), 1);
  EXPECT_EQ(only(report, DataFindingKind::few_images).reason, "3 images, fewer than 10");
}

TEST_F(DataFaults, AClassUnknownToTrainingMakesTheSplitUnusableButItsImagesAreChecked) {
  tree_.fill("val/wolf", 1, 900);
  tree_.write("val/wolf/bad.jpg", {});
  const DataReport report = check();
  EXPECT_THAT(listing(report, tree_.path()),
              ElementsAre("unusable_split val  val", "empty_file val wolf val/wolf/bad.jpg"));
  EXPECT_THAT(report.findings[0].reason, AllOf(HasSubstr("wolf"), HasSubstr("unknown")));
  EXPECT_EQ(report.classes.back().name, "wolf");
  EXPECT_THAT(report.classes.back().images, ElementsAre(0, 2));
}

TEST_F(DataFaults, NamesWithNewlinesAndEscapesStayWholeAndPrintable) {
  const std::string name = "train/cat/two\nlines\x1b[31m.jpg";
  tree_.write(name, {});
  tree_.write("train/cat/\x8f\xff.jpg", photo(1));
  const DataReport report = check();
  EXPECT_EQ(only(report, DataFindingKind::empty_file).path, tree_ / name);
  EXPECT_EQ(only(report, DataFindingKind::duplicate).path, tree_ / "train/cat/\x8f\xff.jpg");
  for (const DataFinding& finding : report.findings) {
    EXPECT_THAT(finding.reason, AllOf(Not(HasSubstr("\n")), Not(HasSubstr("\x1b"))));
  }
}

TEST_F(DataFaults, LinksInACircleAreCutAndTheirImagesAreNoCopies) {
  std::filesystem::create_directory_symlink(tree_ / "train", tree_ / "train/cat/round");
  std::filesystem::create_symlink("0.jpg", tree_ / "train/cat/link.jpg");
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(DataFaults, LinksThatLeadNowhereAreNamed) {
  std::filesystem::create_symlink("/nowhere/1.jpg", tree_ / "train/dog/gone.jpg");
  std::filesystem::create_symlink("self.jpg", tree_ / "train/cat/self.jpg");
  std::filesystem::create_symlink("/nowhere", tree_ / "val/fox");
  const DataReport report = check();
  EXPECT_THAT(listing(report, tree_.path()),
              ElementsAre("dead_link train cat train/cat/self.jpg",
                          "dead_link train dog train/dog/gone.jpg",
                          "dead_link val  val/fox"));
  EXPECT_THAT(report.findings[0].reason, HasSubstr("circle"));
  EXPECT_THAT(report.findings[1].reason, HasSubstr("dangling"));
  EXPECT_EQ(report.problems(), 0);
}

TEST_F(DataFaults, TheReportIsTheSameForAnyNumberOfThreads) {
  for (int i = 0; i < 40; ++i) {
    tree_.write("train/dog/x" + std::to_string(i) + ".jpg", i % 3 == 0 ? Bytes{} : photo(i % 7));
  }
  const auto one = listing(check_data(tree_.path(), {1, false}));
  EXPECT_GT(one.size(), 40U);
  for (const int workers : {2, 8}) {
    EXPECT_EQ(listing(check_data(tree_.path(), {workers, false})), one) << workers;
  }
}

}  // namespace
}  // namespace trainer::test
