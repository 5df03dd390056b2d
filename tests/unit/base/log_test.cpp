#include "base/log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>

#include "base/file_system.h"
#include "unit/base/temp_folder.h"

namespace trainer {
namespace {

using test::TempFolder;
using testing::HasSubstr;
using testing::Not;

TEST(Log, TheFileIsAppendedTo) {
  const TempFolder folder;
  testing::internal::CaptureStderr();
  set_log_file(folder / "log.txt");
  log_info("first");
  set_log_file("");
  set_log_file(folder / "log.txt");
  log_warning("second {} %s");
  set_log_file("");
  log_info("third");
  const std::string shown = testing::internal::GetCapturedStderr();
  EXPECT_EQ(shown, "first\nwarning: second {} %s\nthird\n");
  const std::string written = read_file(folder / "log.txt", 1 << 20);
  EXPECT_THAT(written, HasSubstr("info first\n"));
  EXPECT_THAT(written, HasSubstr("warning second {} %s\n"));
  EXPECT_THAT(written, Not(HasSubstr("third")));
}

TEST(Log, TheLevelHidesOnStderrAlone) {
  const TempFolder folder;
  set_log_file(folder / "log.txt");
  set_log_level(LogLevel::error);
  testing::internal::CaptureStderr();
  log_info("quiet");
  log_error("loud");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "error: loud\n");
  set_log_level(LogLevel::info);
  set_log_file("");
  EXPECT_THAT(read_file(folder / "log.txt", 1 << 20), HasSubstr("quiet"));
}

TEST(Log, NamesAFileThatCannotBeOpened) {
  const TempFolder folder;
  make_folders(folder / "dir");
  EXPECT_THROW(set_log_file(folder / "dir"), DataError);
}

TEST(Log, ColourIsAChoice) {
  set_color_mode(ColorMode::always);
  EXPECT_TRUE(color_enabled());
  set_color_mode(ColorMode::never);
  EXPECT_FALSE(color_enabled());
  set_color_mode(ColorMode::automatic);
}

}  // namespace
}  // namespace trainer
