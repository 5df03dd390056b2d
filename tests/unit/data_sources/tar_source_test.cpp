#include "data/tar/tar_source.h"

#include <sys/stat.h>

#include "data/sources/split.h"
#include "data/tar/tar_index_file.h"
#include "tar_files.h"

namespace trainer::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(TarSource, ReadsIndicesBesideTheImages) {
  const TempFolder folder;
  put(folder / "a.tar",
      tar_of({{"0001.jpg", "one"}, {"0001.cls", "1"}, {"0002.png", "two"}, {"0002.cls", "0"}}));
  const auto data = open_tar(request(folder / "a.tar"));
  EXPECT_THAT(data->class_names(), ElementsAre("0", "1"));
  EXPECT_THAT(listing(*data),
              ElementsAre("1 " + (folder / "a.tar#0001.jpg"), "0 " + (folder / "a.tar#0002.png")));
  EXPECT_EQ(content_of(*data, 1), "two");
  const auto named = open_tar(request(folder / "a.tar", "train", {"cat", "dog"}));
  EXPECT_THAT(named->class_names(), ElementsAre("cat", "dog"));
  EXPECT_EQ(named->label(0), 1);
}

TEST(TarSource, ReadsNamesFromTextJsonAndFolders) {
  const TempFolder folder;
  put(folder / "a.tar",
      tar_of({{"x/1.txt", "dog\n"},
              {"x/1.jpg", "one"},
              {"x/2.jpg", "two"},
              {"x/2.json", "{\"label\": \"cat\"}"},
              {"./bird/3.jpg", "three"}}));
  const auto data = open_tar(request(folder / "a.tar"));
  EXPECT_THAT(data->class_names(), ElementsAre("bird", "cat", "dog"));
  EXPECT_THAT(listing(*data, folder.path()),
              ElementsAre("2 a.tar#x/1.jpg", "1 a.tar#x/2.jpg", "0 a.tar#./bird/3.jpg"));
}

TEST(TarSource, FindsTheFilesOfASampleWhereverTheyStand) {
  const TempFolder folder;
  put(folder / "a.tar",
      tar_of({{"1.cls", "1"}, {"2.cls", "0"}, {"2.jpg", "two"}, {"1.jpg", "one"}}));
  EXPECT_THAT(listing(*open_tar(request(folder / "a.tar")), folder.path()),
              ElementsAre("1 a.tar#1.jpg", "0 a.tar#2.jpg"));
}

TEST(TarSource, GoesThroughShardsInOrderAndSaysWhereTheyBegin) {
  const TempFolder folder;
  put(folder / "s-0.tar", tar_of({{"cat/1.jpg", "a"}, {"dog/2.jpg", "b"}}));
  put(folder / "s-1.tar", tar_end());
  put(folder / "s-2.tar", tar_of({{"dog/1.jpg", "c"}}));
  const auto data = open_tar(request(folder / "s-{0..2}.tar"));
  EXPECT_THAT(listing(*data, folder.path()),
              ElementsAre("0 s-0.tar#cat/1.jpg", "1 s-0.tar#dog/2.jpg", "1 s-2.tar#dog/1.jpg"));
  EXPECT_EQ(content_of(*data, 2), "c");
  EXPECT_THAT(data->shard_starts(), ElementsAre(0, 2));
  EXPECT_THAT(SubsetDataset(data, {1, 2}).shard_starts(), ElementsAre(0, 1));
  EXPECT_THAT(SubsetDataset(data, {2}).shard_starts(), ElementsAre(0));
  EXPECT_THAT(SubsetDataset(data, {2, 0}).shard_starts(), IsEmpty());
}

TEST(TarSource, KeepsItsIndexAndNoticesAChangedArchive) {
  const TempFolder folder;
  const std::string path = folder / "a.tar";
  put(path, tar_of({{"cat/1.jpg", "a"}}));
  open_tar(request(path));
  const std::string index = slurp(path + ".index");
  EXPECT_THAT(index, Not(IsEmpty()));
  open_tar(request(path));
  EXPECT_EQ(slurp(path + ".index"), index);

  put(path, tar_of({{"cat/1.jpg", "a"}, {"cat/2.jpg", "b"}}));
  EXPECT_EQ(open_tar(request(path))->size(), 2);
  put(path + ".index", "damaged");
  EXPECT_EQ(open_tar(request(path))->size(), 2);
  EXPECT_THAT(slurp(path + ".index"), Not(testing::StrEq("damaged")));
}

TEST(TarSource, WorksWhereTheIndexCannotBeWritten) {
  const TempFolder folder;
  put(folder / "a.tar", tar_of({{"cat/1.jpg", "a"}}));
  std::filesystem::create_directories(folder / "a.tar.index");
  EXPECT_EQ(open_tar(request(folder / "a.tar"))->size(), 1);
}

TEST(TarSource, NamesTheSampleThatIsWrong) {
  const TempFolder folder;
  const auto refusal = [&](const std::vector<std::pair<std::string, std::string>>& members) {
    put(folder / "a.tar", tar_of(members));
    return data_error([&] { open_tar(request(folder / "a.tar")); });
  };
  EXPECT_THAT(refusal({{"1.jpg", "a"}}), HasSubstr("1.jpg: expected a label"));
  EXPECT_THAT(refusal({{"1.cls", "0"}}), HasSubstr("found none in 1 archive"));
  EXPECT_THAT(refusal({{"1.jpg", "a"}, {"1.png", "b"}, {"1.cls", "0"}}),
              HasSubstr("1.png: expected one image a sample"));
  EXPECT_THAT(refusal({{"1.cls", "0"}, {"1.cls", "0"}}),
              HasSubstr("1.cls: is in the archive twice"));
  EXPECT_THAT(refusal({{"1.jpg", "a"}, {"1.cls", "x y"}, {"2.jpg", "a"}, {"2.cls", "3"}}),
              HasSubstr("2.jpg: expected the name of a class"));
  EXPECT_THAT(refusal({{"1.jpg", "a"}, {"1.json", "[]"}}), HasSubstr("1.json: expected a name"));
}

TEST(TarSource, RefusesShardsOfTwoKinds) {
  const TempFolder folder;
  put(folder / "a.tar", tar_of({{"1.jpg", "a"}, {"1.cls", "0"}}));
  put(folder / "b.tar", tar_of({{"cat/1.jpg", "a"}}));
  EXPECT_THAT(data_error([&] { open_tar(request(folder.path())); }),
              HasSubstr("expected indices of classes"));
}

TEST(TarSource, SaysWhichImagesItLeavesOut) {
  const TempFolder folder;
  put(folder / "a.tar", tar_of({{"cat/a.2020.jpg", "a"}, {"cat/b.jpg", "b"}, {"c.txt", "cat"}}));
  const LogCapture log;
  EXPECT_EQ(open_tar(request(folder / "a.tar"))->size(), 1);
  const std::string text = log.text();
  EXPECT_THAT(text, HasSubstr("a.2020.jpg not used"));
  EXPECT_THAT(text, HasSubstr("1 sample has a label and no image"));
}

TEST(TarSource, ReportsAnArchiveThatIsShortenedMeanwhile) {
  const TempFolder folder;
  put(folder / "a.tar", tar_of({{"cat/1.jpg", std::string(100'000, 'x')}}));
  const auto data = open_tar(request(folder / "a.tar"));
  std::filesystem::resize_file(folder / "a.tar", 1024);
  EXPECT_THAT(data_error([&] { content_of(*data, 0); }), HasSubstr("shortened"));
}

TEST(TarIndexFile, IsRefusedWhenAnyByteIsWrong) {
  TarIndex index;
  index.labels = {"cat"};
  index.add({"cat/1.jpg", 512, 3}, 0);
  const TarShardState shard = {2048, 77};
  const std::string content = write_tar_index(index, shard);
  const auto read = read_tar_index(content, shard);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->name(0), "cat/1.jpg");
  EXPECT_FALSE(read_tar_index(content, {2048, 78}));
  EXPECT_FALSE(read_tar_index(content, {2049, 77}));
  for (std::size_t i = 0; i < content.size(); ++i) {
    std::string changed = content;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    EXPECT_FALSE(read_tar_index(changed, shard)) << i;
    EXPECT_FALSE(read_tar_index(content.substr(0, i), shard)) << i;
  }
}

}  // namespace
}  // namespace trainer::test
