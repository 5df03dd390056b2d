#include "data/sources/folder_scan.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/stop.h"
#include "helpers.h"

namespace trainer::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

void link(const std::string& target, const std::string& path) {
  std::filesystem::create_directories(path.substr(0, path.rfind('/')));
  ASSERT_EQ(::symlink(target.c_str(), path.c_str()), 0);
}

std::vector<std::string> images(const FolderScan& scan) {
  std::vector<std::string> all;
  for (const auto& item : scan.classes) {
    all.insert(all.end(), item.images.begin(), item.images.end());
  }
  return all;
}

TEST(FolderScan, Case14LinksAreFollowedAndCyclesCut) {
  const TempFolder root, elsewhere;
  put(elsewhere / "cat/1.jpg");
  put(elsewhere / "cat/deep/2.jpg");
  put(root / "dog/1.jpg");
  link(elsewhere / "cat", root / "cat");
  link("..", root / "dog/loop");
  link("/nowhere/x.jpg", root / "dog/gone.jpg");
  const FolderScan scan = scan_class_folders(root.path());
  EXPECT_THAT(images(scan), ElementsAre("cat/1.jpg", "cat/deep/2.jpg", "dog/1.jpg"));
  EXPECT_THAT(
      scan.link_notes,
      UnorderedElementsAre(testing::AllOf(HasSubstr("dog/loop"), HasSubstr("cycle")),
                           testing::AllOf(HasSubstr("dog/gone.jpg"), HasSubstr("dangling"))));
  ASSERT_THAT(scan.dead_links, SizeIs(1));
  EXPECT_EQ(scan.dead_links[0].path, "dog/gone.jpg");
  EXPECT_EQ(scan.dead_links[0].class_name, "dog");
}

TEST(FolderScan, ALinkAboveTheRootDoesNotDrawInOtherData) {
  const TempFolder folder;
  put(folder / "train/dog/1.jpg");
  put(folder / "val/dog/2.jpg");
  link("../..", folder / "train/dog/up");
  const FolderScan scan = scan_class_folders(folder / "train");
  EXPECT_THAT(images(scan), ElementsAre("dog/1.jpg"));
  EXPECT_THAT(scan.link_notes, ElementsAre(HasSubstr("above the data set")));
}

TEST(FolderScan, TheRealPlaceWinsOverALinkThatSortsEarlier) {
  const TempFolder root;
  put(root / "dog/1.jpg");
  put(root / "cat/2.jpg");
  link("../dog", root / "cat/a_link");
  link("../dog/1.jpg", root / "cat/1_link.jpg");
  const FolderScan scan = scan_class_folders(root.path());
  EXPECT_THAT(images(scan), ElementsAre("cat/2.jpg", "dog/1.jpg"));
  EXPECT_THAT(scan.link_notes, SizeIs(2));
}

TEST(FolderScan, TwoLinksToOneFileCountOnce) {
  const TempFolder root, pool;
  put(pool / "1.jpg");
  put(pool / "2.jpg");
  link(pool / "1.jpg", root / "cat/a.jpg");
  link(pool / "1.jpg", root / "cat/b.jpg");
  link(pool / "2.jpg", root / "cat/c.jpg");
  EXPECT_THAT(images(scan_class_folders(root.path())), ElementsAre("cat/a.jpg", "cat/c.jpg"));
}

TEST(FolderScan, ChainsOfLinkedFoldersTakeLinearTime) {
  // Two links a level would be 2^30 paths if folders were walked more than once.
  const TempFolder root, pool;
  for (int i = 0; i < 30; ++i) {
    const std::string here = pool / ("d" + std::to_string(i));
    put(here + "/x.jpg");
    link("../d" + std::to_string(i + 1), here + "/a");
    link("../d" + std::to_string(i + 1), here + "/b");
  }
  put(pool / "d30/x.jpg");
  link(pool / "d0", root / "cat");
  EXPECT_EQ(scan_class_folders(root.path()).image_count(), 31);
}

TEST(FolderScan, ALinkToItselfIsReported) {
  const TempFolder root;
  put(root / "cat/1.jpg");
  link("self", root / "cat/self");
  EXPECT_THAT(scan_class_folders(root.path()).link_notes, ElementsAre(HasSubstr("circle")));
}

TEST(FolderScan, PipesAreNoImages) {
  const TempFolder root;
  put(root / "cat/1.jpg");
  ASSERT_EQ(::mkfifo((root / "cat/2.jpg").c_str(), 0600), 0);
  const FolderScan scan = scan_class_folders(root.path());
  EXPECT_THAT(images(scan), ElementsAre("cat/1.jpg"));
  EXPECT_EQ(scan.other_files.at("special file"), 1);
}

TEST(FolderScan, AnUnreadableFolderIsAnError) {
  const TempFolder root;
  put(root / "cat/1.jpg");
  put(root / "dog/1.jpg");
  ASSERT_EQ(::chmod(root.path().c_str(), 0755), 0);
  ASSERT_EQ(::chmod((root / "dog").c_str(), 0), 0);
  constexpr uid_t kNobody = 65534;
  const bool is_root = ::geteuid() == 0;
  if (is_root) ASSERT_EQ(::seteuid(kNobody), 0);
  const std::string message = data_error([&] { scan_class_folders(root.path()); });
  if (is_root) ASSERT_EQ(::seteuid(0), 0);
  ::chmod((root / "dog").c_str(), 0755);
  EXPECT_THAT(message, testing::AllOf(HasSubstr(root / "dog"), HasSubstr("Permission denied")));
}

TEST(FolderScan, ARequestToStopEndsIt) {
  const TempFolder root;
  put(root / "cat/1.jpg");
  request_stop();
  try {
    scan_class_folders(root.path());
    ADD_FAILURE() << "not stopped";
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::interrupted);
    EXPECT_THAT(error.what(), HasSubstr(root.path()));
  }
  clear_stop_request();
}

TEST(FolderScan, ManyExtensionsDoNotFillTheSummary) {
  const TempFolder root;
  put(root / "cat/1.jpg");
  for (int i = 0; i < 100; ++i) put(root / ("cat/list." + std::to_string(i)));
  const FolderScan scan = scan_class_folders(root.path());
  EXPECT_LE(scan.other_files.size(), 21U);
  EXPECT_EQ(scan.other_files.at("others"), 80);
}

}  // namespace
}  // namespace trainer::test
