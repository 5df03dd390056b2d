#include "base/atomic_file.h"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

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

/// The number of a process that has ended.
pid_t ended_process() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  return child;
}

TEST(AtomicFile, RemovesWhatAKilledProcessLeftOfTheSameFile) {
  const TempFolder folder;
  const std::string ended = std::to_string(ended_process());
  write_file_atomic(folder / (".a.tmp-" + ended + "-0"), "half");
  write_file_atomic(folder / (".b.tmp-" + ended + "-0"), "half of another file");
  write_file_atomic(folder / ".a.tmp-1-0", "half, by a process that lives");
  write_three_pieces(folder / "a");
  EXPECT_FALSE(path_exists(folder / (".a.tmp-" + ended + "-0")));
  EXPECT_TRUE(path_exists(folder / (".b.tmp-" + ended + "-0")));
  EXPECT_TRUE(path_exists(folder / ".a.tmp-1-0"));
}

/// In containers an ended process had the number of this one.
TEST(AtomicFile, AnEndedProcessWithOurNumberIsNotInTheWay) {
  const TempFolder folder;
  const std::string own = ".tmp-" + std::to_string(getpid()) + "-";
  std::filesystem::create_directory(folder / "files");
  std::filesystem::create_directory(folder / "links");
  for (int i = 0; i < 1000; ++i) {
    const std::string number = own + std::to_string(i);
    std::ofstream(folder / ("files/.a" + number)) << "half";
    std::ofstream(folder / ("links/.last" + number)) << "half";
  }
  write_file_atomic(folder / "files/a", "whole");
  EXPECT_EQ(read_file(folder / "files/a", 100), "whole");
  replace_link("there", folder / "links/last");
  EXPECT_EQ(std::filesystem::read_symlink(folder / "links/last"), "there");
  write_three_pieces(folder / "files/a");
  EXPECT_EQ(entries(folder / "files"), 1U) << "what is left of an ended process is removed";
}

TEST(AtomicFile, LeavesWhatAProcessElsewhereHasLocked) {
  const TempFolder folder;
  const std::string other = folder / (".a.tmp-" + std::to_string(ended_process()) + "-0");
  write_file_atomic(other, "half, by another machine");
  const int held = open(other.c_str(), O_RDONLY);
  ASSERT_EQ(flock(held, LOCK_EX), 0);
  write_three_pieces(folder / "a");
  EXPECT_TRUE(path_exists(other));
  close(held);
  write_three_pieces(folder / "a");
  EXPECT_FALSE(path_exists(other));
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
