#include "data/packed/packed.h"

#include "base/crc32c.h"
#include "base/file_system.h"
#include "base/little_endian.h"
#include "data/packed/format.h"
#include "data/packed/pack_writer.h"
#include "tar_files.h"

namespace trainer::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

SourceImage encoded(const std::string& content) {
  SourceImage image;
  image.bytes.assign(content.begin(), content.end());
  return image;
}

SourceImage raw(int height, int width, int channels, std::uint8_t value) {
  SourceImage image;
  image.encoded = false;
  image.height = height;
  image.width = width;
  image.channels = channels;
  image.bytes.assign(static_cast<std::size_t>(height * width * channels), value);
  return image;
}

std::string write_small_pack(const std::string& path) {
  PackWriter writer(path, {"dog", "cat"});
  writer.add(encoded("one"), 1, "cat/1.jpg");
  writer.add(encoded("twotwotwotwotwotwotwo"), 0, "dog/2.jpg");
  writer.add(raw(2, 3, 3, 7), 0, "dog/3.bin");
  writer.finish(false);
  return slurp(path);
}

/// The file with other bytes in it and checksums that fit.
std::string resealed(std::string file) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(file.data());
  const auto table = static_cast<std::size_t>(little_endian_at<std::uint64_t>(bytes + 32));
  file.replace(64, 64, sha256(file.substr(std::min(table, file.size()))));
  std::string crc;
  append_little_endian(crc32c(file.substr(0, kPackHeaderBytes - 4)), crc);
  return file.replace(kPackHeaderBytes - 4, 4, crc);
}

TEST(Packed, GivesBackWhatWasWritten) {
  const TempFolder folder;
  write_small_pack(folder / "a.pack");
  const auto data = open_packed(request(folder / "a.pack"), {});
  EXPECT_THAT(data->class_names(), ElementsAre("dog", "cat"));
  EXPECT_THAT(listing(*data), ElementsAre("1 cat/1.jpg", "0 dog/2.jpg", "0 dog/3.bin"));
  EXPECT_EQ(content_of(*data, 0), "one");
  EXPECT_EQ(content_of(*data, 1), "twotwotwotwotwotwotwo");
  SourceImage image;
  data->read(2, image);
  EXPECT_FALSE(image.encoded);
  EXPECT_EQ(image.height, 2);
  EXPECT_EQ(image.width, 3);
  EXPECT_EQ(image.channels, 3);
  EXPECT_EQ(image.content().size(), 18U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(image.content().data()) % kPackAlignment, 0U);
  EXPECT_EQ(data->raw_size(), RawSize{});
}

TEST(Packed, LendsImagesThatOutliveTheDataSet) {
  const TempFolder folder;
  write_small_pack(folder / "a.pack");
  SourceImage image;
  open_packed(request(folder / "a.pack"), {})->read(0, image);
  EXPECT_TRUE(image.bytes.empty());
  EXPECT_EQ(image.content()[2], 'e');
}

TEST(Packed, KnowsTheSizeThatAllPixelsShare) {
  const TempFolder folder;
  PackWriter writer(folder / "a.pack", {"0"});
  writer.add(raw(2, 3, 1, 7), 0, "a");
  writer.add(raw(2, 3, 1, 8), 0, "b");
  writer.finish(false);
  EXPECT_EQ(open_packed(request(folder / "a.pack"), {})->raw_size(), (RawSize{2, 3, 1}));
}

TEST(Packed, MatchesFixedClassesByName) {
  const TempFolder folder;
  write_small_pack(folder / "a.pack");
  const auto data = open_packed(request(folder / "a.pack", "val", {"bird", "cat", "dog"}), {});
  EXPECT_EQ(data->label(0), 1);
  EXPECT_EQ(data->label(1), 2);
  EXPECT_THAT(data_error([&] {
                open_packed(request(folder / "a.pack", "val", {"cat", "bird"}), {});
              }),
              HasSubstr("\"dog\""));
}

TEST(Packed, FindsADamagedImageWhenItIsReadUnlessToldNotTo) {
  const TempFolder folder;
  std::string file = write_small_pack(folder / "a.pack");
  file[kPackHeaderBytes] = 'O';
  put(folder / "a.pack", file);
  const auto data = open_packed(request(folder / "a.pack"), {});
  const std::string message = data_error([&] { content_of(*data, 0); });
  EXPECT_THAT(message, HasSubstr("cat/1.jpg"));
  EXPECT_THAT(message, HasSubstr("checksum is wrong"));
  EXPECT_EQ(content_of(*data, 1).size(), 21U);
  PackedOptions unchecked;
  unchecked.verify = false;
  EXPECT_EQ(content_of(*open_packed(request(folder / "a.pack"), unchecked), 0), "One");
}

TEST(Packed, NamesBothVersionsOfANewerFile) {
  const TempFolder folder;
  std::string file = write_small_pack(folder / "a.pack");
  file[8] = 7;
  put(folder / "a.pack", resealed(file));
  const std::string message = data_error([&] { open_packed(request(folder / "a.pack"), {}); });
  EXPECT_THAT(message, HasSubstr("version 7"));
  EXPECT_THAT(message, HasSubstr("reads version 1"));
  EXPECT_THAT(message, HasSubstr("update the program"));
}

TEST(Packed, RefusesWhatIsNoPackAndAnEmptyOne) {
  const TempFolder folder;
  put(folder / "a.pack", "a text");
  EXPECT_THAT(data_error([&] { open_packed(request(folder / "a.pack"), {}); }),
              HasSubstr("trainer data pack"));
  put(folder / "a.pack", "");
  EXPECT_THAT(data_error([&] { open_packed(request(folder / "a.pack"), {}); }),
              HasSubstr("is no packed file"));
  EXPECT_THAT(data_error([&] { open_packed(request(folder.path()), {}); }),
              HasSubstr("no plain file"));
  PackWriter(folder / "b.pack", {"0"}).finish(false);
  EXPECT_THAT(data_error([&] { open_packed(request(folder / "b.pack"), {}); }),
              HasSubstr("has none"));
}

/// Opens and reads everything; true where nothing was found wrong.
bool reads_well(const std::string& path) {
  try {
    const auto data = open_packed(request(path), {});
    for (std::int64_t i = 0; i < data->size(); ++i) content_of(*data, i);
    return true;
  } catch (const DataError&) {
    return false;
  }
}

TEST(Packed, NoticesEveryTruncationAndEveryChangedByteThatMatters) {
  const TempFolder folder(TempFolder::in_memory());
  const std::string path = folder / "a.pack";
  const std::string whole = write_small_pack(path);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    put(path, whole.substr(0, i));
    EXPECT_FALSE(reads_well(path)) << i;
  }
  std::size_t unnoticed = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 0x10);
    put(path, changed);
    if (reads_well(path)) ++unnoticed;
  }
  // Padding between the records: 13 + 11 + 14 bytes.
  EXPECT_EQ(unnoticed, 38U);
}

TEST(Packed, SurvivesHostileTablesWithRightChecksums) {
  const TempFolder folder(TempFolder::in_memory());
  const std::string path = folder / "a.pack";
  const std::string whole = write_small_pack(path);
  for (std::size_t i = 8; i < whole.size(); ++i) {
    for (const int bits : {0x01, 0x80, 0xFF}) {
      std::string changed = whole;
      changed[i] = static_cast<char>(changed[i] ^ bits);
      put(path, resealed(changed));
      reads_well(path);
    }
  }
}

}  // namespace
}  // namespace trainer::test
