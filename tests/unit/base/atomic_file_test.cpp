#include "base/atomic_file.h"

#include <cerrno>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file_system.h"
#include "unit/base/file_faults.h"
#include "unit/base/temp_folder.h"

namespace trainer {
namespace {

using test::FileFaults;
using test::TempFolder;
using testing::HasSubstr;

std::size_t entries(const std::string& folder) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    count += entry.path().empty() ? 0 : 1;
  }
  return count;
}

void write_three_pieces(const std::string& path) {
  AtomicFile file(path);
  file.append("....");
  file.append("body");
  file.replace_start("head");
  file.append("!");
  file.commit();
}

TEST(AtomicFile, AppearsWholeWithItsStartReplaced) {
  const TempFolder folder;
  write_three_pieces(folder / "a");
  EXPECT_EQ(read_file(folder / "a", 100), "headbody!");
  EXPECT_EQ(entries(folder.path()), 1U);
}

TEST(AtomicFile, LeavesTheOldFileWithoutACommit) {
  const TempFolder folder;
  write_file_atomic(folder / "a", "old");
  { AtomicFile(folder / "a").append("new"); }
  EXPECT_EQ(read_file(folder / "a", 100), "old");
  EXPECT_EQ(entries(folder.path()), 1U);
}

TEST(AtomicFile, LeavesNothingWhicheverOperationFails) {
  const TempFolder folder(TempFolder::in_memory());
  int operations = 0;
  {
    const FileFaults none;
    write_three_pieces(folder / "a");
    operations = none.count();
  }
  write_file_atomic(folder / "a", "old");
  for (int i = 1; i <= operations; ++i) {
    const FileFaults faults(i, ENOSPC);
    EXPECT_THROW(write_three_pieces(folder / "a"), FileError) << "operation " << i;
    EXPECT_EQ(entries(folder.path()), 1U) << "operation " << i;
  }
}

TEST(AtomicFile, RefusesAFolder) {
  const TempFolder folder;
  try {
    const AtomicFile file(folder.path());
    FAIL() << "no error";
  } catch (const FileError& error) {
    EXPECT_THAT(error.what(), HasSubstr("name a plain file"));
  }
}

}  // namespace
}  // namespace trainer
