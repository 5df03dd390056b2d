#include "config/interpolation.h"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config_testing.h"

namespace trainer {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::optional<std::string> environment(const std::string& name) {
  static const std::map<std::string, std::string> values = {
      {"DATA", "/data"}, {"EMPTY", ""}, {"BAD", "\xFF"}, {"DOLLAR", "x$"}, {"WORD", "none"}};
  const auto found = values.find(name);
  return found == values.end() ? std::nullopt : std::optional<std::string>(found->second);
}

std::string interpolated(const std::string& value) {
  Node tree = tree_of("k: " + value + "\n");
  Mistakes mistakes;
  interpolate(tree, environment, mistakes);
  EXPECT_THAT(described(mistakes.list()), IsEmpty());
  return tree.find("k")->text;
}

std::vector<std::string> mistakes_of(const std::string& text) {
  Node tree = tree_of(text);
  Mistakes mistakes;
  interpolate(tree, environment, mistakes);
  return described(mistakes.list());
}

TEST(Interpolation, PutsVariablesIn) {
  EXPECT_EQ(interpolated("${env:DATA}/train"), "/data/train");
  EXPECT_EQ(interpolated("'a ${env:DATA} b ${env:DATA}'"), "a /data b /data");
  EXPECT_EQ(interpolated("${env:NONE:-0.1}"), "0.1");
  EXPECT_EQ(interpolated("${env:EMPTY:-x}"), "x");
  EXPECT_EQ(interpolated("${env:EMPTY}"), "");
  EXPECT_EQ(interpolated("${env:NONE:-}"), "");
}

TEST(Interpolation, LeavesOtherDollarsAlone) {
  EXPECT_EQ(interpolated("$HOME costs $5"), "$HOME costs $5");
  EXPECT_EQ(interpolated("'$${env:DATA}'"), "${env:DATA}");
  EXPECT_EQ(interpolated("'${env:DOLLAR}${env:DATA}'"), "x$/data");
}

TEST(Interpolation, TheResultIsReadAsIfWithoutQuotes) {
  Node tree = tree_of("a: {k: \"${env:WORD}\"}\n");
  Mistakes mistakes;
  interpolate(tree, environment, mistakes);
  EXPECT_FALSE(tree.find("a")->find("k")->quoted);
}

TEST(Interpolation, AMissingVariableIsAMistakeWithItsPlace) {
  EXPECT_THAT(mistakes_of("a:\n  b: ${env:NONE}\n"),
              ElementsAre("2:6 a.b: the environment variable NONE is not set; set it, or give a "
                          "default: ${env:NONE:-value}"));
}

TEST(Interpolation, RefusesOtherForms) {
  EXPECT_THAT(mistakes_of("a: ${HOME}\n"), ElementsAre(HasSubstr("cannot interpolate ${HOME}")));
  EXPECT_THAT(mistakes_of("a: ${env:}\n"), ElementsAre(HasSubstr("cannot interpolate")));
  EXPECT_THAT(mistakes_of("a: ${env:A B}\n"), ElementsAre(HasSubstr("cannot interpolate")));
  EXPECT_THAT(mistakes_of("a: ${env:DATA\n"), ElementsAre(HasSubstr("without its }")));
  EXPECT_THAT(mistakes_of("a: ${env:BAD}\n"), ElementsAre(HasSubstr("no short text")));
}

TEST(Interpolation, NeverInKeys) {
  EXPECT_THAT(mistakes_of("${env:DATA}: 1\n"),
              ElementsAre(HasSubstr("a key cannot come from the environment")));
}

}  // namespace
}  // namespace trainer
