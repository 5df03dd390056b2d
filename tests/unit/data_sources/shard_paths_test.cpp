#include "data/tar/shard_paths.h"

#include "helpers.h"

namespace trainer::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> found(const TempFolder& folder, const std::string& pattern) {
  std::vector<std::string> names;
  for (const std::string& path : find_shards(folder / pattern)) {
    names.push_back(path.substr(folder.path().size() + 1));
  }
  return names;
}

TEST(ShardPaths, AreAFileAFolderOrAPattern) {
  const TempFolder folder;
  for (const char* name : {"a-10.tar", "a-09.tar", "b-09.tar", "notes.txt", ".a-11.tar"}) {
    put(folder / name);
  }
  EXPECT_THAT(found(folder, "b-09.tar"), ElementsAre("b-09.tar"));
  EXPECT_THAT(find_shards(folder.path()), testing::SizeIs(3));
  EXPECT_THAT(found(folder, "a-{09..10}.tar"), ElementsAre("a-09.tar", "a-10.tar"));
  EXPECT_THAT(found(folder, "{b,a}-09.tar"), ElementsAre("b-09.tar", "a-09.tar"));
  EXPECT_THAT(found(folder, "*.tar"), ElementsAre("a-09.tar", "a-10.tar", "b-09.tar"));
  EXPECT_THAT(found(folder, "{b,a}-*.tar"), ElementsAre("b-09.tar", "a-09.tar", "a-10.tar"));
}

TEST(ShardPaths, TakeBracesAndBracketsInARealNameAsTheyAre) {
  const TempFolder folder;
  put(folder / "odd{1..2}.tar");
  put(folder / "[x]-1.tar");
  EXPECT_THAT(found(folder, "odd{1..2}.tar"), ElementsAre("odd{1..2}.tar"));
  EXPECT_THAT(found(folder, "[x]-*.tar"), ElementsAre("[x]-1.tar"));
}

TEST(ShardPaths, SayWhatIsMissing) {
  const TempFolder folder;
  put(folder / "a-0.tar");
  const auto refusal = [&](const std::string& pattern) {
    return data_error([&] { find_shards(folder / pattern); });
  };
  EXPECT_THAT(refusal("none.tar"), HasSubstr("no such file"));
  EXPECT_THAT(refusal("a-{0..2}.tar"), HasSubstr("a-1.tar"));
  EXPECT_THAT(refusal("x*.tar"), HasSubstr("there is no"));
  EXPECT_THAT(refusal("a-{0..}.tar"), HasSubstr("a range such as"));
  EXPECT_THAT(refusal("a-{5..2}.tar"), HasSubstr("a range such as"));
  EXPECT_THAT(refusal("a-{0.tar"), HasSubstr("not closed"));
  EXPECT_THAT(refusal("{0..99999}{0..9}.tar"), HasSubstr("more than 100000"));
  EXPECT_THAT(refusal("{0..99999999999}.tar"), HasSubstr("more than 100000"));
  std::filesystem::create_directories(folder / "empty");
  EXPECT_THAT(refusal("empty"), HasSubstr("no *.tar"));
}

}  // namespace
}  // namespace trainer::test
