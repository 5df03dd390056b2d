#include "data/tar/tar_reader.h"

#include <cstdlib>
#include <cstring>

#include "tar_files.h"

namespace trainer::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// "name=content" of every plain file.
std::vector<std::string> members_of(const std::string& archive) {
  const ReadAt read_at = [&](std::uint64_t offset, std::span<std::uint8_t> to) {
    ASSERT_LE(offset + to.size(), archive.size());
    std::memcpy(to.data(), archive.data() + offset, to.size());
  };
  TarReader reader(read_at, archive.size(), "a.tar");
  std::vector<std::string> members;
  TarMember member;
  while (reader.next(member)) {
    members.push_back(member.name + "=" + archive.substr(member.offset, member.bytes));
  }
  return members;
}

std::string refusal(const std::string& archive) {
  return data_error([&] { members_of(archive); });
}

std::string pax_record(const std::string& key, const std::string& value) {
  const std::string rest = " " + key + "=" + value + "\n";
  std::size_t length = rest.size() + 1;
  while (std::to_string(length).size() + rest.size() != length) ++length;
  return std::to_string(length) + rest;
}

TEST(TarReader, ListsPlainFilesAndSkipsFoldersAndLinks) {
  const std::string archive = tar_member("a/", "", '5') + tar_member("a/1", "one") +
                              tar_member("link", "", '2') + tar_member("old/", "") +
                              tar_member("2", std::string(600, 'x')) + tar_end();
  EXPECT_THAT(members_of(archive), ElementsAre("a/1=one", "2=" + std::string(600, 'x')));
}

TEST(TarReader, TakesAnArchiveWithoutItsEnd) {
  EXPECT_THAT(members_of(tar_member("a", "one")), ElementsAre("a=one"));
}

TEST(TarReader, ReadsEveryFormatOfTheRealProgram) {
  const TempFolder folder;
  const std::string long_part(90, 'd');
  put(folder / ("in/" + long_part + "/" + long_part + "/short.jpg"), "deep");
  put(folder / ("in/" + std::string(150, 'n') + ".jpg"), "long name");
  put(folder / "in/plain.jpg", "plain");
  for (const std::string format : {"gnu", "pax", "posix"}) {
    const std::string file = folder / (format + ".tar");
    const std::string command =
        "tar --sort=name --format=" + format + " -C " + folder.path() + " -cf " + file + " in";
    ASSERT_EQ(std::system(command.c_str()), 0);
    EXPECT_THAT(members_of(slurp(file)),
                ElementsAre("in/" + long_part + "/" + long_part + "/short.jpg=deep",
                            "in/" + std::string(150, 'n') + ".jpg=long name",
                            "in/plain.jpg=plain"))
        << format;
  }
}

TEST(TarReader, ReadsTheOldFormatsWithPrefixAndWithout) {
  const TempFolder folder;
  const std::string long_part(70, 'd');
  put(folder / ("in/" + long_part + "/" + long_part + "/short.jpg"), "deep");
  const std::string file = folder / "ustar.tar";
  ASSERT_EQ(
      std::system(("tar --format=ustar -C " + folder.path() + " -cf " + file + " in").c_str()), 0);
  EXPECT_THAT(members_of(slurp(file)),
              ElementsAre("in/" + long_part + "/" + long_part + "/short.jpg=deep"));
}

TEST(TarReader, BelievesAPaxSizeAndABase256Size) {
  const std::string pax = tar_member("pax", pax_record("size", "3"), 'x');
  std::string header = tar_header("a", 0) + "one";
  header.resize(1024, '\0');
  EXPECT_THAT(members_of(pax + header + tar_end()), ElementsAre("a=one"));
}

TEST(TarReader, NamesTheCompression) {
  EXPECT_THAT(refusal(std::string("\x1f\x8b", 2) + std::string(600, 'x')), HasSubstr("gunzip"));
  EXPECT_THAT(refusal("\x28\xb5\x2f\xfd" + std::string(600, 'x')), HasSubstr("unzstd"));
  EXPECT_THAT(refusal("BZh9"), HasSubstr("bunzip2"));
  EXPECT_THAT(refusal("\xfd"
                      "7zXZ" +
                      std::string(600, 'x')),
              HasSubstr("unxz"));
}

TEST(TarReader, RefusesWhatIsNoArchive) {
  EXPECT_THAT(refusal(""), HasSubstr("empty"));
  EXPECT_THAT(refusal(std::string(2000, 'x')), HasSubstr("is no tar archive"));
  EXPECT_THAT(refusal("short"), HasSubstr("middle of a header"));
}

TEST(TarReader, SaysWhereAnArchiveEndsEarly) {
  const std::string whole = tar_of({{"a", "one"}, {"b", std::string(2000, 'x')}});
  EXPECT_THAT(refusal(whole.substr(0, 1024 + 512 + 700)), HasSubstr("in the middle of b"));
  EXPECT_THAT(refusal(whole.substr(0, 1024 + 100)), HasSubstr("middle of a header"));
}

TEST(TarReader, RefusesADamagedHeader) {
  std::string archive = tar_of({{"a", "one"}, {"b", "two"}});
  archive[1024] = 'c';
  EXPECT_THAT(refusal(archive), HasSubstr("wrong checksum"));
}

TEST(TarReader, RefusesHostileExtendedHeaders) {
  EXPECT_THAT(refusal(tar_header("L", std::uint64_t{1} << 32, 'L')), HasSubstr("extended header"));
  for (const std::string text :
       {"999 path=a\n", "x", "4 \n\n", "12 path=aaaa", "9999999999999999999999"}) {
    EXPECT_THAT(refusal(tar_member("x", text, 'x') + tar_of({{"a", "one"}})),
                HasSubstr("pax header"))
        << text;
  }
  EXPECT_THAT(refusal(tar_member("x", pax_record("size", "-1"), 'x') + tar_of({{"a", "one"}})),
              HasSubstr("pax header"));
  EXPECT_THAT(refusal(tar_member("x", pax_record("size", "99999"), 'x') + tar_of({{"a", "one"}})),
              HasSubstr("in the middle of a"));
  EXPECT_THAT(refusal(tar_member("s", "", 'S')), HasSubstr("sparse"));
}

TEST(TarReader, SurvivesEveryTruncationAndMutation) {
  const std::string whole = tar_member("x", pax_record("path", "long/name.jpg"), 'x') +
                            tar_of({{"a", "one"}, {"b", std::string(700, 'x')}});
  const auto survive = [](const std::string& archive) {
    try {
      members_of(archive);
    } catch (const DataError&) {
      return;
    }
  };
  for (std::size_t i = 0; i < whole.size(); i += 7) survive(whole.substr(0, i));
  for (std::size_t i = 0; i < whole.size(); i += 3) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 0x55);
    survive(changed);
  }
}

}  // namespace
}  // namespace trainer::test
