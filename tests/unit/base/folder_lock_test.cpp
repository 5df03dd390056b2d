#include <csignal>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file_system.h"
#include "unit/base/temp_folder.h"

namespace trainer {
namespace {

using test::TempFolder;
using testing::HasSubstr;

TEST(FolderLock, RefusesASecondHolderAndNamesTheFirst) {
  const TempFolder folder;
  const FolderLock lock(folder.path());
  try {
    const FolderLock second(folder.path());
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr(folder.path()));
    EXPECT_THAT(error.what(), HasSubstr("process " + std::to_string(getpid()) + " on host "));
  }
}

TEST(FolderLock, IsFreeAgainAndLeavesNoFile) {
  const TempFolder folder;
  { const FolderLock lock(folder.path()); }
  EXPECT_FALSE(path_exists(folder / ".lock"));
  { const FolderLock lock(folder.path()); }
  EXPECT_FALSE(path_exists(folder / ".lock"));
}

TEST(FolderLock, TakesOverTheLockOfAKilledProcess) {
  const TempFolder folder;
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  if (child == 0) {
    const FolderLock lock(folder.path());
    [[maybe_unused]] const auto written = write(ready[1], "x", 1);
    for (;;) pause();
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_THROW(FolderLock(folder.path()), UsageError);
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_TRUE(path_exists(folder / ".lock"));
  EXPECT_NO_THROW(FolderLock(folder.path()));
  close(ready[0]);
  close(ready[1]);
}

TEST(FolderLock, NamesAFolderThatIsNotThere) {
  const TempFolder folder;
  EXPECT_THROW(FolderLock(folder / "none"), FileError);
}

}  // namespace
}  // namespace trainer
