#include "config/yaml/source_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config_testing.h"

namespace trainer {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string utf16(const std::u16string& text, bool big_endian, bool mark) {
  std::string bytes;
  const auto put = [&](char16_t unit) {
    const char high = static_cast<char>(unit >> 8), low = static_cast<char>(unit & 0xFF);
    bytes += big_endian ? high : low;
    bytes += big_endian ? low : high;
  };
  if (mark) put(0xFEFF);
  for (const char16_t unit : text) put(unit);
  return bytes;
}

TEST(SourceText, Case52ReadsAByteOrderMark) {
  const Node tree = tree_of("\xEF\xBB\xBFseed: 1\n");
  EXPECT_EQ(tree.entries[0].key, "seed");
  EXPECT_EQ(tree.entries[0].position.column, 1);
}

TEST(SourceText, Case52ReadsUtf16InBothByteOrders) {
  for (const bool big_endian : {true, false}) {
    for (const bool mark : {true, false}) {
      const Node tree = tree_of(utf16(u"name: käse \U0001F9C0\nseed: 1\n", big_endian, mark));
      EXPECT_EQ(tree.find("name")->text, "käse 🧀");
      EXPECT_EQ(tree.find("seed")->text, "1");
    }
  }
}

TEST(SourceText, Case52ReadsAnyLineEnds) {
  for (const char* text : {"a: 1\r\nb: two\r\n", "a: 1\rb: two\r", "a: 1\nb: two\n"}) {
    const Node tree = tree_of(text);
    EXPECT_EQ(tree.find("b")->text, "two");
    EXPECT_EQ(tree.find("b")->position.line, 2);
  }
}

TEST(SourceText, RefusesBytesThatAreNoUtf8) {
  for (const char* bad :
       {"\xFF", "\xC3(", "\xE2\x82", "\xC0\xAF", "\xED\xA0\x80", "\xF5\x80\x80\x80"}) {
    EXPECT_THAT(reading_mistakes(std::string("a: 1\nb: x") + bad + "\n"),
                ElementsAre(HasSubstr("2:5 : the byte \\x")));
  }
}

TEST(SourceText, RefusesControlCharactersAndBinaryFiles) {
  EXPECT_THAT(reading_mistakes("a: \x1b[31m\n"), ElementsAre(HasSubstr("control character \\x1b")));
  EXPECT_THAT(reading_mistakes(std::string("a: \0b\n", 6)), ElementsAre(HasSubstr("\\x00")));
  EXPECT_THAT(reading_mistakes("\xFF\xFE"
                               "a"),
              ElementsAre(HasSubstr("no valid UTF-16")));
}

TEST(SourceText, SaysWhyAFileCannotBeRead) {
  TemporaryFolder folder;
  Mistakes mistakes;
  EXPECT_FALSE(read_config_file(folder.path("none.yaml"), {}, "", mistakes));
  EXPECT_FALSE(read_config_file(folder.path(), {}, "", mistakes));
  EXPECT_THAT(described(mistakes.list()),
              ElementsAre(HasSubstr("No such file"), HasSubstr("found a folder")));
}

}  // namespace
}  // namespace trainer
