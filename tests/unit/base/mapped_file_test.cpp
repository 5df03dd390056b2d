#include "base/mapped_file.h"

#include <cstring>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>

#include "base/file_system.h"
#include "unit/base/temp_folder.h"

namespace trainer {
namespace {

using test::TempFolder;
using testing::HasSubstr;

template <class Action>
std::string message_of(Action action) {
  try {
    action();
  } catch (const DataError& error) {
    return error.what();
  }
  return "no DataError";
}

TEST(MappedFile, GivesTheContent) {
  const TempFolder folder;
  write_file_atomic(folder / "a", "0123456789");
  const MappedFile file(folder / "a");
  ASSERT_EQ(file.bytes().size(), 10U);
  const auto part = file.prepare(3, 4);
  EXPECT_EQ(std::memcmp(part.data(), "3456", 4), 0);
  EXPECT_EQ(file.prepare(10, 0).size(), 0U);
  EXPECT_GT(file.modified_ns(), 0);
}

TEST(MappedFile, TakesAnEmptyFile) {
  const TempFolder folder;
  write_file_atomic(folder / "a", "");
  EXPECT_TRUE(MappedFile(folder / "a").bytes().empty());
}

TEST(MappedFile, RefusesWhatIsOutside) {
  const TempFolder folder;
  write_file_atomic(folder / "a", "0123456789");
  const MappedFile file(folder / "a");
  for (const auto& [offset, count] : {std::pair<std::uint64_t, std::uint64_t>{8, 3},
                                      {11, 0},
                                      {~std::uint64_t{0}, 2},
                                      {2, ~std::uint64_t{0}}}) {
    EXPECT_THAT(message_of([&, at = offset, n = count] { file.prepare(at, n); }),
                HasSubstr("has 10 bytes"));
  }
}

TEST(MappedFile, ReportsAFileThatWasShortenedSince) {
  const TempFolder folder;
  write_file_atomic(folder / "a", std::string(1 << 20, 'x'));
  const MappedFile file(folder / "a");
  std::filesystem::resize_file(folder / "a", 100);
  EXPECT_THAT(message_of([&] { file.prepare(1 << 19, 1000); }), HasSubstr("shortened"));
}

TEST(MappedFile, NamesAMissingFileAndAFolder) {
  const TempFolder folder;
  EXPECT_THAT(message_of([&] { MappedFile(folder / "none"); }), HasSubstr("No such file"));
  EXPECT_THAT(message_of([&] { MappedFile{folder.path()}; }), HasSubstr("no plain file"));
}

}  // namespace
}  // namespace trainer
