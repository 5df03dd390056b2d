#include "data/sources/file_reader.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "helpers.h"

namespace trainer::test {
namespace {

using testing::HasSubstr;

int failures_left = 0;
int failure = 0;
int pauses = 0;

/// Reading fails `failures` times with `error`, then works.
FileCalls failing(int failures, int error) {
  failures_left = failures;
  failure = error;
  pauses = 0;
  return {[](const char* path) { return ::open(path, O_RDONLY); },
          [](int file, void* to, std::size_t bytes) -> ssize_t {
            if (failures_left > 0) {
              --failures_left;
              errno = failure;
              return -1;
            }
            return ::read(file, to, bytes);
          },
          [](int) { ++pauses; }};
}

TEST(FileReader, ReadsAllBytesAndKeepsNoneFromBefore) {
  const TempFolder folder;
  const std::string content(200'000, 'q');
  put(folder / "a", content);
  std::vector<std::uint8_t> bytes(7, 1);
  read_whole_file(folder / "a", 1 << 20, bytes);
  EXPECT_EQ(std::string(bytes.begin(), bytes.end()), content);
  put(folder / "empty", "");
  read_whole_file(folder / "empty", 1 << 20, bytes);
  EXPECT_TRUE(bytes.empty());
}

TEST(FileReader, TooManyOpenFilesAreNoFaultOfTheImage) {
  const TempFolder folder;
  put(folder / "a", "abc");
  std::vector<std::uint8_t> bytes;
  try {
    read_whole_file(folder / "a", 100, bytes, failing(1, EMFILE));
    FAIL() << "no error";
  } catch (const DataError& error) {
    FAIL() << "could be skipped: " << error.what();
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::data);
    EXPECT_THAT(error.what(), HasSubstr("ulimit -n"));
  }
}

TEST(FileReader, TriesPassingErrorsThreeTimes) {
  const TempFolder folder;
  put(folder / "a", "abc");
  std::vector<std::uint8_t> bytes;
  for (const int error : {EIO, ESTALE}) {
    const FileCalls calls = failing(2, error);
    read_whole_file(folder / "a", 100, bytes, calls);
    EXPECT_EQ(bytes.size(), 3U);
    EXPECT_EQ(pauses, 2);
  }
}

TEST(FileReader, GivesUpAfterThreeTries) {
  const TempFolder folder;
  put(folder / "a", "abc");
  std::vector<std::uint8_t> bytes;
  const FileCalls calls = failing(3, EIO);
  EXPECT_THAT(data_error([&] { read_whole_file(folder / "a", 100, bytes, calls); }),
              testing::AllOf(
                  HasSubstr(folder / "a"), HasSubstr("Input/output error"), HasSubstr("3 tries")));
}

TEST(FileReader, OtherErrorsAreNotTriedAgain) {
  const TempFolder folder;
  put(folder / "a", "abc");
  std::vector<std::uint8_t> bytes;
  const FileCalls calls = failing(1, EACCES);
  EXPECT_THAT(data_error([&] { read_whole_file(folder / "a", 100, bytes, calls); }),
              HasSubstr("Permission denied"));
  EXPECT_EQ(pauses, 0);
}

TEST(FileReader, InterruptedCallsGoOn) {
  const TempFolder folder;
  put(folder / "a", "abc");
  std::vector<std::uint8_t> bytes;
  read_whole_file(folder / "a", 100, bytes, failing(5, EINTR));
  EXPECT_EQ(bytes.size(), 3U);
  EXPECT_EQ(pauses, 0);
}

TEST(FileReader, RefusesLongFilesFoldersAndPipes) {
  const TempFolder folder;
  put(folder / "a", std::string(101, 'x'));
  std::vector<std::uint8_t> bytes;
  EXPECT_THAT(data_error([&] { read_whole_file(folder / "a", 100, bytes); }),
              HasSubstr("is longer than"));
  EXPECT_THAT(data_error([&] { read_whole_file(folder.path(), 100, bytes); }),
              HasSubstr("no plain file"));
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(data_error([&] { read_whole_file(folder / "pipe", 100, bytes); }),
              HasSubstr("no plain file"));
}

}  // namespace
}  // namespace trainer::test
