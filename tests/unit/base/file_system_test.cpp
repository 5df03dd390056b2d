#include "base/file_system.h"

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/base/file_faults.h"
#include "unit/base/temp_folder.h"

namespace trainer {
namespace {

namespace fs = std::filesystem;
using test::FileFaults;
using test::TempFolder;
using testing::HasSubstr;

constexpr std::uint64_t kAll = 1 << 30;

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  return names;
}

TEST(WriteFileAtomic, ReplacesTheContentAndLeavesNothingBeside) {
  const TempFolder folder;
  write_file_atomic(folder / "a", "one");
  write_file_atomic(folder / "a", std::string("two\0three", 9));
  EXPECT_EQ(read_file(folder / "a", kAll), std::string("two\0three", 9));
  EXPECT_THAT(names_in(folder.path()), testing::ElementsAre("a"));
}

TEST(WriteFileAtomic, KeepsThePermissionsOfTheOldFile) {
  const TempFolder folder;
  write_file_atomic(folder / "a", "one");
  fs::permissions(folder / "a", fs::perms::owner_read | fs::perms::owner_write);
  write_file_atomic(folder / "a", "two");
  EXPECT_EQ(fs::status(folder / "a").permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST(WriteFileAtomic, FollowsALink) {
  const TempFolder folder;
  write_file_atomic(folder / "real", "one");
  fs::create_symlink("real", folder / "link");
  write_file_atomic(folder / "link", "two");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(read_file(folder / "real", kAll), "two");
}

TEST(WriteFileAtomic, SurvivesShortWrites) {
  const TempFolder folder;
  const std::string content(1000, 'x');
  const FileFaults faults(0, 0, 7);
  write_file_atomic(folder / "a", content);
  EXPECT_EQ(read_file(folder / "a", kAll), content);
}

TEST(WriteFileAtomic, LeavesTheOldOrTheNewFileWhateverOperationFails) {
  const TempFolder folder;
  bool passed = false;
  for (int n = 1; !passed; ++n) {
    write_file_atomic(folder / "a", "old");
    try {
      const FileFaults faults(n, EIO, 2);
      write_file_atomic(folder / "a", "newer");
      passed = faults.count() < n;
    } catch (const FileError& error) {
      EXPECT_EQ(error.error_number(), EIO);
    }
    EXPECT_THAT(read_file(folder / "a", kAll), testing::AnyOf("old", "newer"));
    EXPECT_THAT(names_in(folder.path()), testing::ElementsAre("a"));
    ASSERT_LT(n, 100);
  }
}

TEST(WriteFileAtomic, SaysThatTheDiskIsFull) {
  try {
    write_file_atomic("/dev/full", "text");
    FAIL();
  } catch (const FileError& error) {
    EXPECT_THAT(error.what(), HasSubstr("/dev/full"));
    EXPECT_THAT(error.what(), HasSubstr("No space left"));
    EXPECT_THAT(error.what(), HasSubstr("nothing that was there before has changed"));
    EXPECT_EQ(error.error_number(), ENOSPC);
    EXPECT_EQ(error.path(), "/dev/full");
    EXPECT_EQ(error.exit_code(), ExitCode::checkpoint);
  }
}

TEST(WriteFileAtomic, NamesAMissingFolderAndAFolderInTheWay) {
  const TempFolder folder;
  EXPECT_THROW(write_file_atomic(folder / "none/a", "x"), FileError);
  fs::create_directory(folder / "dir");
  EXPECT_THROW(write_file_atomic(folder / "dir", "x"), FileError);
  EXPECT_THAT(names_in(folder.path()), testing::ElementsAre("dir"));
}

TEST(WriteFileAtomic, TurnsTheLimitOnFileSizesIntoAnError) {
  const TempFolder folder;
  write_file_atomic(folder / "a", "old");
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_DFL);
    const rlimit limit{100, 100};
    setrlimit(RLIMIT_FSIZE, &limit);
    try {
      write_file_atomic(folder / "a", std::string(1000, 'x'));
    } catch (const FileError& error) {
      _exit(error.error_number() == EFBIG ? 42 : 43);
    }
    _exit(44);
  }
  int status = 0;
  waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 42);
  EXPECT_EQ(read_file(folder / "a", kAll), "old");
  EXPECT_THAT(names_in(folder.path()), testing::ElementsAre("a"));
}

TEST(WriteFileSynced, RemovesAFileThatItCouldNotFinish) {
  const TempFolder folder;
  for (int n = 1; n <= 3; ++n) {
    const FileFaults faults(n);
    EXPECT_THROW(write_file_synced(folder / "a", "text"), FileError);
    EXPECT_TRUE(names_in(folder.path()).empty());
  }
}

TEST(ReadFile, RefusesWhatIsTooLargeMissingOrAFolder) {
  const TempFolder folder;
  write_file_atomic(folder / "a", "12345");
  EXPECT_EQ(read_file(folder / "a", 5), "12345");
  EXPECT_THROW(read_file(folder / "a", 4), FileError);
  EXPECT_THROW(read_file(folder / "none", 4), FileError);
  EXPECT_THROW(read_file(folder.path(), 4), FileError);
  EXPECT_THROW(read_file("/dev/zero", kAll), FileError);
  EXPECT_THROW(read_file("/dev/null", kAll), FileError);
}

TEST(ReadFile, ReadsAFileWithoutASize) {
  EXPECT_THAT(read_file("/proc/self/status", kAll), HasSubstr("Name:"));
  EXPECT_GT(read_file_bytes("/proc/self/status", kAll).size, 0U);
}

TEST(ReadFileBytes, IsAligned) {
  const TempFolder folder;
  write_file_atomic(folder / "a", "12345");
  const FileBytes bytes = read_file_bytes(folder / "a", kAll);
  EXPECT_EQ(bytes.text(), "12345");
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(bytes.data.get()) % 64, 0U);
}

TEST(ReplaceLink, ReplacesALinkAndLeavesNothingBeside) {
  const TempFolder folder;
  replace_link("one", folder / "last");
  replace_link("two", folder / "last");
  EXPECT_EQ(fs::read_symlink(folder / "last"), "two");
  for (int n = 1; n <= 2; ++n) {
    const FileFaults faults(n);
    EXPECT_THROW(replace_link("three", folder / "last"), FileError);
  }
  EXPECT_EQ(fs::read_symlink(folder / "last"), "two");
  EXPECT_EQ(names_in(folder.path()).size(), 1U);
}

TEST(ExchangeSynced, SwapsTwoFolders) {
  const TempFolder folder;
  make_folders(folder / "a/x");
  make_folders(folder / "b/y");
  if (!exchange_synced(folder / "a", folder / "b")) return;  // the file system cannot
  EXPECT_TRUE(path_exists(folder / "a/y"));
  EXPECT_TRUE(path_exists(folder / "b/x"));
}

TEST(RemoveStaleTemporaries, RemovesOnlyThoseOfDeadProcesses) {
  const TempFolder folder;
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  const std::string dead = ".a.tmp-" + std::to_string(child) + "-0";
  const std::string alive = ".a.tmp-" + std::to_string(getppid()) + "-0";
  for (const std::string& name : {dead, alive, std::string("a.tmp-1-0"), std::string(".b")}) {
    write_file_atomic(folder / name, "x");
  }
  EXPECT_EQ(remove_stale_temporaries(folder.path()), 1);
  EXPECT_FALSE(path_exists(folder / dead));
  EXPECT_EQ(names_in(folder.path()).size(), 3U);
}

TEST(Sha256, GivesTheKnownDigests) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const TempFolder folder;
  const std::string large(3'000'000, 'a');
  write_file_atomic(folder / "a", large);
  EXPECT_EQ(sha256_of_file(folder / "a"), sha256(large));
}

TEST(AppendFile, AppendsAndCutsOnOpening) {
  const TempFolder folder;
  { AppendFile(folder / "a").append("one\ntwo\n"); }
  EXPECT_EQ(read_file(folder / "a", kAll), "one\ntwo\n");
  {
    AppendFile file(folder / "a", 4);
    file.append("three\n");
    file.sync();
    EXPECT_EQ(read_file(folder / "a", kAll), "one\nthree\n");
    EXPECT_EQ(file.size(), 10U);
  }
}

TEST(AppendFile, KeepsWhatTheDiskDidNotTakeForTheNextAttempt) {
  const TempFolder folder;
  AppendFile file(folder / "a");
  file.append("one\n");
  file.flush();
  file.append("two\n");
  {
    const FileFaults faults(2, ENOSPC, 2);  // two bytes are written, then the disk is full
    EXPECT_THROW(file.flush(), FileError);
  }
  EXPECT_EQ(read_file(folder / "a", kAll), "one\n") << "no torn line stays";
  file.append("three\n");
  file.flush();
  EXPECT_EQ(read_file(folder / "a", kAll), "one\ntwo\nthree\n");
}

}  // namespace
}  // namespace trainer
