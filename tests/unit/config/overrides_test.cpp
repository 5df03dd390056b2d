#include "config/overrides.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/yaml/yaml_writer.h"
#include "config_testing.h"

namespace trainer {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

TEST(Overrides, SetValuesOverTheFile) {
  const Config config = sample_config("batch: 8\nsteps: [{resize: {size: 1}}, flip]",
                                      {"batch=16", "descent.lr=1e-3", "steps.0.resize.size=5"});
  EXPECT_EQ(config.at("batch").text, "16");
  EXPECT_EQ(config.at("batch").position.file, "command line");
  EXPECT_EQ(config.at("descent.lr").text, "0.001");
  EXPECT_EQ(config.at("steps.0.resize.size").text, "5");
}

TEST(Overrides, TakeYamlValues) {
  const Config config = sample_config(
      "descent: {momentum: 0.5}",
      {"descent={name: adam, lr: 1}", "classes=[no, 'a b']", "title='x: y # z'", "weights=none"});
  EXPECT_EQ(config.at("descent.name").text, "adam");
  EXPECT_THAT(config.at("classes").items, SizeIs(2));
  EXPECT_EQ(config.at("title").text, "x: y # z");
}

TEST(Overrides, LaterOnesWin) {
  EXPECT_EQ(sample_config("", {"seed=1", "seed=2"}).at("seed").text, "2");
}

TEST(Overrides, MistakesShowTheArgumentAndItsPlace) {
  try {
    sample_config("seed: 1", {"batch=2", "descent.lr=fast"});
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(),
                 "command line:2:12: descent.lr: expected a number > 0, got \"fast\"\n"
                 "    descent.lr=fast\n"
                 "               ^");
  }
}

TEST(Overrides, RefuseWhatIsNoKeyAndValue) {
  EXPECT_THAT(sample_mistakes("", {"batch"}), ElementsAre(HasSubstr("expected key=value")));
  EXPECT_THAT(sample_mistakes("", {"=3"}), ElementsAre(HasSubstr("expected key=value")));
  EXPECT_THAT(sample_mistakes("", {"a..b=3"}), ElementsAre(HasSubstr("empty part")));
  EXPECT_THAT(sample_mistakes("", {"base=a.yaml"}), ElementsAre(HasSubstr("base cannot be set")));
  EXPECT_THAT(sample_mistakes("", {"title=run #3"}), ElementsAre(HasSubstr("quotes")));
  EXPECT_THAT(sample_mistakes("", {"title=\xFF"}), ElementsAre(HasSubstr("no UTF-8")));
  EXPECT_THAT(sample_mistakes("", {"classes=[a"}), ElementsAre(HasSubstr("no valid YAML")));
  EXPECT_THAT(sample_mistakes("", {"clip="}), ElementsAre(HasSubstr("got nothing; write none")));
}

TEST(Overrides, RefuseWaysThroughWhatIsNoMap) {
  EXPECT_THAT(sample_mistakes("steps: [{resize: 256}]", {"steps.0.resize.size=3"}),
              ElementsAre(HasSubstr("steps.0.resize is \"256\" and has no keys inside")));
  EXPECT_THAT(sample_mistakes("steps: [flip]", {"steps.1=flip"}),
              ElementsAre(HasSubstr("is a list of 1 value")));
  EXPECT_THAT(sample_mistakes("", {"steps.0=flip"}),
              ElementsAre(HasSubstr("steps is no list that was written in the file")));
}

TEST(Overrides, UnknownKeysAreMistakesToo) {
  EXPECT_THAT(sample_mistakes("", {"descent.momentun=1"}),
              ElementsAre("1:1 descent.momentun: unknown key; did you mean \"momentum\"?"));
}

TEST(Overrides, DoNotNestWithoutEnd) {
  std::string key = "a";
  for (int i = 0; i < 200'000; ++i) key += ".a";
  EXPECT_THAT(sample_mistakes("", {key + "=1"}), ElementsAre(HasSubstr("nested too deeply")));
}

}  // namespace
}  // namespace trainer
