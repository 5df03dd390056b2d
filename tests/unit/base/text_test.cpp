#include "base/text.h"

#include <cmath>
#include <cstdlib>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/utf8.h"

namespace trainer {
namespace {

TEST(Utf8, TellsTextFromOtherBytes) {
  for (const char* good : {"", "plain", "caf\xc3\xa9", "\xf0\x9f\x98\x80", "a\nb"})
    EXPECT_TRUE(is_utf8(good));
  for (const char* bad : {"caf\xe9", "\xc0\x80", "\xed\xa0\x80", "\xf0\x9f\x98", "\x80"})
    EXPECT_FALSE(is_utf8(bad));
}

TEST(Concat, RendersEveryKindOfPiece) {
  EXPECT_EQ(concat("a", std::string("b"), 'c', 1, -2L, 3ULL, 0.1, true), "abc1-230.1true");
}

TEST(NumberText, ReadsBackAsTheSameDouble) {
  for (const double value : {0.1, 1.0 / 3, 1e-5, 1e300, 5e-324, -0.0, 123456789.0, 2.5}) {
    const std::string text = number_text(value);
    EXPECT_EQ(std::strtod(text.c_str(), nullptr), value) << text;
    EXPECT_NE(text.find_first_of(".e"), std::string::npos) << text << " would read as an integer";
  }
  EXPECT_EQ(number_text(1), "1.0");
  EXPECT_EQ(number_text(std::numeric_limits<double>::infinity()), ".inf");
  EXPECT_EQ(number_text(-std::numeric_limits<double>::infinity()), "-.inf");
  EXPECT_EQ(number_text(std::nan("")), ".nan");
}

TEST(FixedText, RoundsToItsDigits) {
  EXPECT_EQ(fixed_text(3.14159, 2), "3.14");
  EXPECT_EQ(fixed_text(2, 0), "2");
}

TEST(Split, KeepsEmptyParts) {
  EXPECT_THAT(split("a,,b,", ','), testing::ElementsAre("a", "", "b", ""));
  EXPECT_THAT(split("", ','), testing::ElementsAre(""));
}

TEST(Join, PutsTheSeparatorBetween) {
  EXPECT_EQ(join({"a", "b", "c"}, ", "), "a, b, c");
  EXPECT_EQ(join({}, ", "), "");
}

TEST(Trim, TakesSpacesFromBothEnds) {
  EXPECT_EQ(trim("  a b\r\n"), "a b");
  EXPECT_EQ(trim(" \t"), "");
}

TEST(Printable, ShowsWhatATerminalWouldObey) {
  EXPECT_EQ(printable("a\nb\tc"), "a\\nb\\tc");
  EXPECT_EQ(printable("\x1b[31mred"), "\\x1b[31mred");
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\x7f"), "\\x7f");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\xc2\\x9b31m")
      << "C1 control characters, too";
}

TEST(Printable, KeepsUtf8AndEscapesWhatIsNone) {
  EXPECT_EQ(printable("été שלום 😀"), "été שלום 😀");
  EXPECT_EQ(printable("\xff\xfe"), "\\xff\\xfe");
  EXPECT_EQ(printable("caf\xe9"), "caf\\xe9");
  EXPECT_EQ(printable("\xc0\xaf"), "\\xc0\\xaf") << "an overlong form";
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond Unicode";
}

TEST(Nearest, FindsTheSlipOfTheHand) {
  const std::vector<std::string> words{"momentum", "lr", "weight_decay", "nesterov"};
  EXPECT_EQ(nearest("momentun", words), "momentum");
  EXPECT_EQ(nearest("weigth_decay", words), "weight_decay");
  EXPECT_EQ(nearest("LR", words), "lr");
  EXPECT_EQ(nearest("completely_else", words), "");
  EXPECT_EQ(nearest("", {}), "");
  EXPECT_EQ(nearest(std::string(100000, 'x'), words), "");
}

TEST(ShellWord, IsQuotedOnlyWhereItMustBe) {
  EXPECT_EQ(shell_word("runs/a-1.b"), "runs/a-1.b");
  EXPECT_EQ(shell_word("my runs/a"), "'my runs/a'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word("a$(b)"), "'a$(b)'");
  EXPECT_EQ(shell_word(""), "''");
}

TEST(Concat, ANotANumberHasNoSign) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(concat(nan, " ", -nan), "nan nan");
}

TEST(Counted, UsesThePlural) {
  EXPECT_EQ(counted(1, "image"), "1 image");
  EXPECT_EQ(counted(0, "image"), "0 images");
  EXPECT_EQ(counted(2, "class", "classes"), "2 classes");
}

TEST(GlobMatch, MatchesWholeNames) {
  EXPECT_TRUE(glob_match("fc.*", "fc.weight"));
  EXPECT_FALSE(glob_match("fc.*", "xfc.weight"));
  EXPECT_FALSE(glob_match("fc", "fc.weight"));
  EXPECT_TRUE(glob_match("*.bias", "layer1.0.conv1.bias"));
  EXPECT_TRUE(glob_match("layer?.*.weight", "layer1.0.conv1.weight"));
  EXPECT_TRUE(glob_match("*", ""));
  EXPECT_FALSE(glob_match("?", ""));
  EXPECT_TRUE(glob_match("a*b*c", "a--b--b--c"));
  EXPECT_TRUE(glob_match("fc[0]", "fc[0]")) << "brackets are themselves";
}

TEST(GlobMatch, IsQuickOnManyStars) {
  EXPECT_FALSE(glob_match("*a*a*a*a*a*a*a*a*b", std::string(5000, 'a')));
}

}  // namespace
}  // namespace trainer
