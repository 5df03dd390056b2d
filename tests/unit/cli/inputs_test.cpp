#include "cli/run/inputs.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

namespace trainer::cli {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class Inputs : public testing::Test {
 protected:
  Inputs() {
    std::string name = fs::temp_directory_path() / "trainer-inputs-XXXXXX";
    folder_ = mkdtemp(name.data());
  }
  ~Inputs() override { fs::remove_all(folder_); }

  void touch(const std::string& name) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << "x";
  }
  std::string at(const std::string& name) const { return (folder_ / name).string(); }

  fs::path folder_;
};

TEST_F(Inputs, KeepsFilesAsGivenWhateverTheirNames) {
  touch("a.txt");
  const auto found = find_inputs({at("a.txt"), at("a.txt")});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[1].path, at("a.txt"));
  EXPECT_EQ(found[1].error, "");
}

TEST_F(Inputs, SearchesFoldersInTheOrderOfNames) {
  for (const char* name :
       {"in/b/2.PNG", "in/b/10.jpg", "in/a.jpeg", "in/c.txt", "in/.hidden/d.jpg", "in/.e.jpg"}) {
    touch(name);
  }
  std::vector<std::string> paths;
  for (const Input& input : find_inputs({at("in")})) paths.push_back(input.path);
  EXPECT_EQ(paths,
            (std::vector<std::string>{at("in/a.jpeg"), at("in/b/10.jpg"), at("in/b/2.PNG")}));
}

TEST_F(Inputs, APipeInAFolderIsNoImage) {
  touch("in/a.jpg");
  ASSERT_EQ(::mkfifo(at("in/p.jpg").c_str(), 0600), 0);
  const auto found = find_inputs({at("in")});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].path, at("in/a.jpg"));
}

TEST_F(Inputs, AMissingOneHasAnErrorInItsPlace) {
  touch("a.jpg");
  const auto found = find_inputs({at("missing.jpg"), at("a.jpg")});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_THAT(found[0].error, HasSubstr("no such file"));
  EXPECT_EQ(found[1].error, "");
}

TEST_F(Inputs, AFolderWithoutImagesSaysSo) {
  touch("in/readme.txt");
  const auto found = find_inputs({at("in")});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].path, at("in"));
  EXPECT_THAT(found[0].error, HasSubstr("no images"));
}

TEST_F(Inputs, FollowsLinksButNotBackToAFolderAbove) {
  touch("in/a.jpg");
  touch("elsewhere/b.jpg");
  fs::create_directory_symlink("..", folder_ / "in/loop");
  fs::create_directory_symlink(folder_ / "elsewhere", folder_ / "in/z");
  const auto found = find_inputs({at("in")});
  std::size_t of_a = 0;
  for (const Input& input : found) of_a += input.path.ends_with("in/a.jpg") ? 1 : 0;
  EXPECT_EQ(of_a, 1U);
  EXPECT_EQ(found.back().path, at("in/z/b.jpg"));
  EXPECT_LE(found.size(), 4U);
}

}  // namespace
}  // namespace trainer::cli
