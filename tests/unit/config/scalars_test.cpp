#include "config/values/scalars.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/resolve.h"
#include "config/yaml/yaml_reader.h"

namespace trainer {
namespace {

using Kind = OptionType::Kind;

/// A scalar as written, the kind of its key, and what must come of it: the canonical text, or
/// `!` and what the message must contain.
struct Row {
  const char* written;
  Kind kind;
  const char* expected;
};

constexpr Kind kBool = Kind::boolean, kInt = Kind::integer, kNum = Kind::number, kText = Kind::text,
               kTime = Kind::duration, kSize = Kind::byte_size, kShare = Kind::percent,
               kSpan = Kind::span, kEvery = Kind::interval;

const Row kRows[] = {
    // Booleans are two words.
    {"true", kBool, "true"},
    {"false", kBool, "false"},
    {"True", kBool, "!write true"},
    {"TRUE", kBool, "!write true"},
    {"False", kBool, "!write false"},
    {"yes", kBool, "!write true"},
    {"Yes", kBool, "!write true"},
    {"no", kBool, "!write false"},
    {"on", kBool, "!write true"},
    {"off", kBool, "!write false"},
    {"y", kBool, "!write true"},
    {"n", kBool, "!write false"},
    {"1", kBool, "!write true"},
    {"0", kBool, "!write false"},
    {"'true'", kBool, "true"},
    {"2", kBool, "!got \"2\""},
    {"~", kBool, "!got nothing"},
    {"''", kBool, "!got \"\""},
    // Whole numbers are decimal digits.
    {"0", kInt, "0"},
    {"7", kInt, "7"},
    {"-1", kInt, "-1"},
    {"+5", kInt, "5"},
    {"-0", kInt, "0"},
    {"\"12\"", kInt, "12"},
    {"2147483648", kInt, "2147483648"},
    {"9223372036854775807", kInt, "9223372036854775807"},
    {"-9223372036854775808", kInt, "-9223372036854775808"},
    {"9223372036854775808", kInt, "!64 bits"},
    {"18446744073709551616", kInt, "!64 bits"},
    {"010", kInt, "!write 10"},
    {"-010", kInt, "!write -10"},
    {"00", kInt, "!write 0"},
    {"08", kInt, "!write 8"},
    {"0x10", kInt, "!decimal: 16"},
    {"-0x10", kInt, "!decimal: -16"},
    {"0o10", kInt, "!decimal: 8"},
    {"0b11", kInt, "!decimal: 3"},
    {"0x", kInt, "!got \"0x\""},
    {"1_000", kInt, "!write 1000"},
    {"'1,000,000'", kInt, "!write 1000000"},
    {"1e3", kInt, "!write 1000"},
    {"1E3", kInt, "!write 1000"},
    {"32.0", kInt, "!write 32"},
    {"1.5", kInt, "!expected a whole number"},
    {"1e400", kInt, "!expected a whole number"},
    {".inf", kInt, "!finite"},
    {"ten", kInt, "!got \"ten\""},
    {"' 1'", kInt, "!got \" 1\""},
    {"1 2", kInt, "!got \"1 2\""},
    {"''", kInt, "!got \"\""},
    {"~", kInt, "!got nothing"},
    {"null", kInt, "!got nothing"},
    {"--1", kInt, "!got \"--1\""},
    {"1:30", kInt, "!got \"1:30\""},
    // Numbers are finite decimals.
    {"0.1", kNum, "0.1"},
    {"1", kNum, "1.0"},
    {"-1", kNum, "-1.0"},
    {"+1", kNum, "1.0"},
    {"1e-3", kNum, "0.001"},
    {"1E-3", kNum, "0.001"},
    {"1.e-3", kNum, "0.001"},
    {"1.0e-03", kNum, "0.001"},
    {".5", kNum, "0.5"},
    {"-.5", kNum, "-0.5"},
    {"5.", kNum, "5.0"},
    {"\"0.1\"", kNum, "0.1"},
    {"0", kNum, "0.0"},
    {"1e3", kNum, "1000.0"},
    {"1e-5", kNum, "1.0e-05"},
    {"1e308", kNum, "1.0e+308"},
    {"0.1000000000000000055511151231257827", kNum, "0.1"},
    {"1e400", kNum, "!outside of the range"},
    {"-1e400", kNum, "!outside of the range"},
    {"1e-400", kNum, "!outside of the range"},
    {".inf", kNum, "!finite"},
    {"-.inf", kNum, "!finite"},
    {".nan", kNum, "!finite"},
    {".NaN", kNum, "!finite"},
    {"inf", kNum, "!finite"},
    {"nan", kNum, "!finite"},
    {"Infinity", kNum, "!finite"},
    {"010", kNum, "!write 10"},
    {"00.5", kNum, "!write 0.5"},
    {"0x1p3", kNum, "!expected a number"},
    {"0x10", kNum, "!decimal: 16"},
    {"1_000.5", kNum, "!write 1000.5"},
    {"'0,5'", kNum, "!write 0.5"},
    {"1e", kNum, "!got \"1e\""},
    {"e5", kNum, "!got \"e5\""},
    {".", kNum, "!got \".\""},
    {"1.2.3", kNum, "!got \"1.2.3\""},
    {"0.1f", kNum, "!got \"0.1f\""},
    {"1%", kNum, "!got \"1%\""},
    {"fast", kNum, "!got \"fast\""},
    {"true", kNum, "!got \"true\""},
    {"1e-3 # comment", kNum, "0.001"},
    // Texts stay what was written.
    {"no", kText, "no"},
    {"yes", kText, "yes"},
    {"on", kText, "on"},
    {"off", kText, "off"},
    {"010", kText, "010"},
    {"1e3", kText, "1e3"},
    {"1_000", kText, "1_000"},
    {"2024-01-01", kText, "2024-01-01"},
    {"12:30", kText, "12:30"},
    {"5#c", kText, "5#c"},
    {"ankle boot", kText, "ankle boot"},
    {"'~'", kText, "~"},
    {"'null'", kText, "null"},
    {"''", kText, ""},
    {"~", kText, "!quote the word null"},
    {"null", kText, "!quote the word null"},
    {"Null", kText, "!quote the word null"},
    {"é", kText, "é"},
    // Values with a unit.
    {"10min", kTime, "10min"},
    {"600s", kTime, "10min"},
    {"1.5d", kTime, "36h"},
    {"500ms", kTime, "0.5s"},
    {"10", kTime, "!it needs a unit: 10s"},
    {"10m", kTime, "!its units are s, min, h, d, ms"},
    {"5ep", kTime, "!its units are s, min"},
    {"10 min", kTime, "!write 10min"},
    {"-1s", kTime, "!negative"},
    {"min", kTime, "!its units"},
    {"25MiB", kSize, "25MiB"},
    {"1024KiB", kSize, "1MiB"},
    {"1GB", kSize, "1GB"},
    {"0.5KiB", kSize, "512B"},
    {"25mb", kSize, "!its units are B, KiB, MiB"},
    {"0.3B", kSize, "!no whole number of bytes"},
    {"1e30GiB", kSize, "!larger than any memory"},
    {"1%", kShare, "1%"},
    {"0.01", kShare, "1%"},
    {"100%", kShare, "100%"},
    {"0", kShare, "0%"},
    {"1", kShare, "!write 1% or 0.01"},
    {"101%", kShare, "!at most 100%"},
    {"-1%", kShare, "!negative"},
    {"5ep", kSpan, "5ep"},
    {"0.5ep", kSpan, "0.5ep"},
    {"1000step", kSpan, "1000step"},
    {"0", kSpan, "0ep"},
    {"5", kSpan, "!it needs a unit: 5ep"},
    {"5 epochs", kSpan, "!its units are ep, step"},
    {"10min", kSpan, "!its units are ep, step"},
    {"1.5step", kSpan, "!whole numbers"},
    {"010step", kSpan, "!write 10"},
    {"1ep", kEvery, "1ep"},
    {"10min", kEvery, "10min"},
    {"100step", kEvery, "100step"},
    {"100steps", kEvery, "!its units are ep, step, s, min, h, d, ms"},
    {"0ep", kEvery, "!> 0"},
    {"10", kEvery, "!it needs a unit"},
};

TEST(Scalars, EachIsReadRightOrRefused) {
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.written);
    Mistakes mistakes;
    const std::optional<Node> tree =
        read_yaml(std::string("k: ") + row.written + "\n", "a.yaml", mistakes);
    ASSERT_TRUE(tree);
    OptionType type;
    type.kind = row.kind;
    if (row.kind == kEvery) type = detail::type_of(static_cast<const Interval*>(nullptr));
    const std::optional<Node> value = resolve_scalar(type, *tree->find("k"), "k", mistakes);
    if (row.expected[0] == '!') {
      ASSERT_EQ(mistakes.list().size(), 1U);
      const ConfigMistake& mistake = mistakes.list()[0];
      EXPECT_THAT(mistake.message + "; " + mistake.hint, testing::HasSubstr(row.expected + 1));
      EXPECT_EQ(mistake.line, 1);
      EXPECT_EQ(mistake.column, 4);
    } else {
      ASSERT_TRUE(value);
      EXPECT_EQ(value->text, row.expected);
    }
  }
}

TEST(Scalars, TheTableIsLongEnoughToBeTrusted) {
  EXPECT_GE(std::size(kRows), 120U);
}

TEST(Scalars, LooksLikeANumberToSomeReader) {
  for (const char* text : {"1", "010", "0x1F", "1_000", "12:30", ".inf", "-1.5e3", "2024-01-01"}) {
    EXPECT_TRUE(looks_like_number(text)) << text;
  }
  for (const char* text : {"a", "1a", "", "v1.2", "resnet18", "ep", "1 2"}) {
    EXPECT_FALSE(looks_like_number(text)) << text;
  }
}

}  // namespace
}  // namespace trainer
