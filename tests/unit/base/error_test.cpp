#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>

namespace trainer {
namespace {

using testing::HasSubstr;

TEST(ConfigError, ShowsPlaceKeyHintAndCaret) {
  const ConfigError error({.file = "resnet.yaml",
                           .line = 14,
                           .column = 9,
                           .key = "optimizer.lr",
                           .message = "expected a number > 0, got \"fast\"",
                           .hint = "write 0.1",
                           .source = "    lr: fast"});
  EXPECT_STREQ(error.what(),
               "resnet.yaml:14:9: optimizer.lr: expected a number > 0, got \"fast\"; write 0.1\n"
               "        lr: fast\n"
               "            ^");
  EXPECT_EQ(error.exit_code(), ExitCode::usage);
}

TEST(ConfigError, ShowsAllMistakesAndNoControlCharacters) {
  ConfigMistake one;
  one.file = "a\x1b.yaml";
  one.key = "x";
  one.message = "one";
  ConfigMistake two;
  two.key = "y";
  two.message = "two";
  const ConfigError error(std::vector<ConfigMistake>{one, two});
  EXPECT_EQ(error.mistakes().size(), 2U);
  EXPECT_STREQ(error.what(), "a\\x1b.yaml: x: one\ny: two");
}

TEST(ConfigError, CutsALongSourceLineAroundTheColumn) {
  ConfigMistake mistake;
  mistake.file = "a";
  mistake.line = 1;
  mistake.column = 5001;
  mistake.source = std::string(10000, 'x');
  const ConfigError error(mistake);
  EXPECT_LT(std::string(error.what()).size(), 400U);
}

TEST(TrainerAssert, SaysThatItIsABugAndWhere) {
  try {
    TRAINER_ASSERT(1 == 2, "one is two");
    FAIL();
  } catch (const InternalError& error) {
    EXPECT_THAT(error.what(), HasSubstr("one is two"));
    EXPECT_THAT(error.what(), HasSubstr("1 == 2"));
    EXPECT_THAT(error.what(), HasSubstr("error_test.cpp"));
    EXPECT_EQ(error.exit_code(), ExitCode::internal);
  }
}

}  // namespace
}  // namespace trainer
