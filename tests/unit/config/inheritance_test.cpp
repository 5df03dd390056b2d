#include "config/inheritance.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config_testing.h"

namespace trainer {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

Config load(const std::string& path, const std::vector<std::string>& overrides = {}) {
  return load_config(sample_schema(), path, overrides);
}

std::vector<std::string> mistakes_of(const std::string& path) {
  try {
    load(path);
  } catch (const ConfigError& error) {
    return described(error.mistakes());
  }
  return {};
}

TEST(Inheritance, MergesDeeplyRelativeToTheFile) {
  TemporaryFolder folder;
  folder.write("shared/base.yaml",
               "network: {name: sgd}\ndescent: {lr: 0.5, momentum: 0.9}\nsteps: [flip, flip]\n");
  const std::string path =
      folder.write("run.yaml", "base: [shared/base.yaml]\ndescent: {lr: 0.2}\nsteps: [flip]\n");
  const Config config = load(path);
  EXPECT_EQ(config.at("descent.lr").text, "0.2");
  EXPECT_EQ(config.at("descent.momentum").text, "0.9");
  EXPECT_EQ(config.at("descent.momentum").position.file, folder.path("shared/base.yaml"));
  EXPECT_EQ(config.at("descent.lr").position.file, path);
  EXPECT_THAT(config.at("steps").items, SizeIs(1));
}

TEST(Inheritance, LaterBasesLieOverEarlierOnes) {
  TemporaryFolder folder;
  folder.write("a.yaml", "seed: 1\nbatch: 1\nnetwork: {name: sgd}\n");
  folder.write("b.yaml", "seed: 2\n");
  const Config config = load(folder.write("run.yaml", "base: [a.yaml, b.yaml]\n"));
  EXPECT_EQ(config.at("seed").text, "2");
  EXPECT_EQ(config.at("batch").text, "1");
}

TEST(Inheritance, ReplacesAMapWholeWhereItIsTagged) {
  TemporaryFolder folder;
  folder.write("a.yaml", "network: {name: sgd}\ndescent: {name: sgd, momentum: 0.9}\n");
  EXPECT_THAT(mistakes_of(folder.write("bad.yaml", "base: a.yaml\ndescent: {name: adam}\n")),
              ElementsAre(AllOf(HasSubstr("descent.momentum: unknown key"),
                                HasSubstr("`descent: !replace`"))));
  const Config config =
      load(folder.write("good.yaml", "base: a.yaml\ndescent: !replace {name: adam}\n"));
  EXPECT_EQ(config.at("descent.name").text, "adam");
  EXPECT_FALSE(config.at("descent").replace);
}

TEST(Inheritance, RefusesCycles) {
  TemporaryFolder folder;
  const std::string a = folder.write("a.yaml", "base: [b.yaml]\n");
  folder.write("b.yaml", "seed: 1\nbase: [./a.yaml]\n");
  EXPECT_THAT(mistakes_of(a), ElementsAre(HasSubstr("2:8 base.0: ")));
  EXPECT_THAT(mistakes_of(a)[0], HasSubstr("inherits from itself"));
}

TEST(Inheritance, RefusesBasesWithoutEnd) {
  TemporaryFolder folder;
  for (int i = 0; i < 30; ++i) {
    const std::string next = std::to_string(i + 1) + ".yaml";
    folder.write(std::to_string(i) + ".yaml", "base: [" + next + ", " + next + "]\n");
  }
  folder.write("30.yaml", "network: {name: sgd}\n");
  EXPECT_THAT(mistakes_of(folder.path("0.yaml")), ElementsAre(HasSubstr("too many base files")));
}

TEST(Inheritance, AMissingBaseDoesNotHideOtherMistakes) {
  TemporaryFolder folder;
  EXPECT_THAT(mistakes_of(folder.write("run.yaml", "base: [none.yaml]\nbatch: x\n")),
              ElementsAre(AllOf(HasSubstr("1:8 base.0: cannot read"), HasSubstr("No such file")),
                          HasSubstr("2:8 batch")));
}

TEST(Inheritance, TellsMistakesInBasesWithTheirFile) {
  TemporaryFolder folder;
  const std::string base = folder.write("a.yaml", "network: {name: sgd}\nbatch: x\n");
  try {
    load(folder.write("run.yaml", "base: [a.yaml]\nseed: y\n"));
    FAIL();
  } catch (const ConfigError& error) {
    ASSERT_EQ(error.mistakes().size(), 2U);
    EXPECT_EQ(error.mistakes()[1].file, base);
    EXPECT_EQ(error.mistakes()[1].source, "batch: x");
  }
}

TEST(Inheritance, AnEmptyValueOverABaseIsAMistake) {
  TemporaryFolder folder;
  folder.write("a.yaml", "network: {name: sgd}\ndescent: {lr: 0.5}\n");
  EXPECT_THAT(mistakes_of(folder.write("run.yaml", "base: a.yaml\ndescent:\n")),
              ElementsAre(HasSubstr("descent: no value here, but")));
}

TEST(Inheritance, RefusesBasesOfTheWrongKind) {
  TemporaryFolder folder;
  EXPECT_THAT(mistakes_of(folder.write("a.yaml", "base: {x: y}\nnetwork: {name: sgd}\n")),
              ElementsAre(HasSubstr("base: expected a list of files, got a map")));
  EXPECT_THAT(mistakes_of(folder.write("b.yaml", "base: [[x]]\nnetwork: {name: sgd}\n")),
              ElementsAre(HasSubstr("expected the path of a file, got a list")));
}

TEST(Inheritance, RelativeBasesNeedAFile) {
  EXPECT_THAT(sample_mistakes("base: [a.yaml]"),
              ElementsAre(HasSubstr("base.0: a relative path in a text that is no file")));
}

TEST(Inheritance, AnEmptyFileSaysSo) {
  TemporaryFolder folder;
  EXPECT_THAT(mistakes_of(folder.write("a.yaml", "")), ElementsAre(HasSubstr("has no keys")));
  EXPECT_THAT(mistakes_of(folder.write("b.yaml", "- a\n")),
              ElementsAre(HasSubstr("expected a map of keys, got a list")));
}

}  // namespace
}  // namespace trainer
