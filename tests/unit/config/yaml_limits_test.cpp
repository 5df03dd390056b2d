#include <chrono>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/yaml/yaml_reader.h"
#include "config_testing.h"

namespace trainer {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string repeated(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

/// Nine levels of nine aliases: 396 bytes, 387 million values.
std::string alias_bomb() {
  std::string text = "a: &a [x,x,x,x,x,x,x,x,x]\n";
  for (char c = 'b'; c <= 'i'; ++c) {
    const std::string alias = std::string("*") + static_cast<char>(c - 1);
    text += std::string(1, c) + ": &" + c + " [" + alias + repeated("," + alias, 8) + "]\n";
  }
  return text;
}

TEST(YamlLimits, RefusesAnAliasBombAtOnce) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(reading_mistakes(alias_bomb()), ElementsAre(HasSubstr("too many values")));
  const auto seconds = std::chrono::steady_clock::now() - start;
  EXPECT_LT(std::chrono::duration<double>(seconds).count(), 1.0);  // 0.1 s with tenfold slack
}

TEST(YamlLimits, Case51RefusesAnAliasInsideOfItsOwnValue) {
  EXPECT_THAT(reading_mistakes("a: &a [1, *a]\n"),
              ElementsAre(HasSubstr("1:11 a.1: an alias stands inside of the value")));
}

TEST(YamlLimits, Case49RefusesDeepNestingByThatName) {
  for (const int count : {65, 500, 5000, 200'000}) {
    for (const char* opener : {"[", "{", "- ", "? "}) {
      EXPECT_THAT(reading_mistakes(repeated(opener, count)),
                  ElementsAre(HasSubstr("nested too deeply")))
          << count << " x " << opener;
    }
  }
}

TEST(YamlLimits, AllowsTheDeepestNestingOnly) {
  EXPECT_THAT(reading_mistakes(repeated("[", 64) + repeated("]", 64)), ElementsAre());
  EXPECT_THAT(reading_mistakes(repeated("[", 65) + repeated("]", 65)),
              ElementsAre(HasSubstr("at most 64 levels")));
  const std::string inner = "a: &a " + repeated("[", 40) + repeated("]", 40) + "\nb: ";
  EXPECT_THAT(reading_mistakes(inner + repeated("[", 30) + "*a" + repeated("]", 30)),
              ElementsAre(HasSubstr("nested too deeply")));
}

TEST(YamlLimits, CountsValuesWithAliasesWrittenOut) {
  EXPECT_THAT(reading_mistakes("a: [" + repeated("1,", 4900) + "]\n"), ElementsAre());
  EXPECT_THAT(reading_mistakes("a: [" + repeated("1,", 10'000) + "]\n"),
              ElementsAre(HasSubstr("at most 10000")));
}

TEST(YamlLimits, RefusesALargeFile) {
  TemporaryFolder folder;
  const std::string path = folder.write("big.yaml", "a: 1\n#" + std::string(1 << 20, 'x'));
  Mistakes mistakes;
  EXPECT_FALSE(read_config_file(path, {}, "", mistakes));
  EXPECT_THAT(described(mistakes.list()), ElementsAre(HasSubstr("at most 1 MiB")));
}

TEST(YamlLimits, DoesNotReadAnEndlessFile) {
  Mistakes mistakes;
  EXPECT_FALSE(read_config_file("/dev/zero", {}, "", mistakes));
  EXPECT_THAT(described(mistakes.list()), ElementsAre(HasSubstr("at most 1 MiB")));
}

}  // namespace
}  // namespace trainer
