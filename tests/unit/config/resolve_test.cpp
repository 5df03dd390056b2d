#include "config/resolve.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/yaml/yaml_writer.h"
#include "config_testing.h"

namespace trainer {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

sample::Run run_of(const std::string& text) {
  return read_options<sample::Run>(sample_config(text).root());
}

TEST(Resolve, FillsEveryDefaultIn) {
  const Config config = sample_config("title: x");
  EXPECT_EQ(config.at("batch").text, "32");
  EXPECT_EQ(config.at("batch").position.file, "default");
  EXPECT_EQ(config.at("descent.momentum").text, "0.0");
  EXPECT_EQ(config.at("title").position.file, "a.yaml");
  const sample::Run run = run_of("");
  EXPECT_EQ(run.limit, Duration{600});
  EXPECT_EQ(run.descent.method.name, "sgd");
  EXPECT_FALSE(run.average);
  EXPECT_TRUE(run.workers.is("auto"));
}

TEST(Resolve, ReadsTypedValues) {
  const sample::Run run = run_of(
      "classes: [no, yes, on]\nworkers: 4\nclip: 1e-3\nevery: 10min\nweights: none\n"
      "average: {decay: 1}\nwarmup: 5ep\nexact: true\n"
      "descent: {name: adam, betas: [0.5, 0.9], lr: .5}");
  EXPECT_THAT(run.classes.value, ElementsAre("no", "yes", "on"));
  EXPECT_EQ(run.workers.value, 4);
  EXPECT_DOUBLE_EQ(*run.clip, 0.001);
  EXPECT_EQ(run.every, std::vector<Interval>{Duration{600}});
  EXPECT_FALSE(run.weights);
  EXPECT_DOUBLE_EQ(run.average->decay, 1);
  EXPECT_TRUE(run.exact);
  EXPECT_EQ(run.descent.method.name, "adam");
  EXPECT_THAT(read_options<sample::AdamLike>(run.descent.method.options).betas,
              ElementsAre(0.5, 0.9));
}

TEST(Resolve, ATextInQuotesIsNeverAWord) {
  EXPECT_EQ(run_of("weights: 'none'").weights, "none");
  EXPECT_EQ(run_of("weights: none").weights, std::nullopt);
}

TEST(Resolve, TakesComponentsInThreeSyntaxes) {
  const sample::Run run =
      run_of("steps: [flip, {resize: 256}, {resize: {size: 9, interpolation: bicubic}}, flip: ]");
  ASSERT_EQ(run.steps.size(), 4U);
  EXPECT_EQ(run.steps[0].name, "flip");
  EXPECT_EQ(read_options<sample::Resize>(run.steps[1].options).size, 256);
  EXPECT_EQ(read_options<sample::Resize>(run.steps[2].options).interpolation, "bicubic");
  EXPECT_EQ(run.steps[2].position.line, 1);
  EXPECT_EQ(run.steps[3].name, "flip");
}

TEST(Resolve, NamesTheNearestKey) {
  EXPECT_THAT(sample_mistakes("btach: 3"),
              ElementsAre("1:1 btach: unknown key; did you mean \"batch\"?"));
  EXPECT_THAT(sample_mistakes("descent:\n  momentun: 0.9"),
              ElementsAre("2:3 descent.momentun: unknown key; did you mean \"momentum\"?"));
  EXPECT_THAT(sample_mistakes("lr: 0.1"),
              ElementsAre("1:1 lr: unknown key; did you mean descent.lr?"));
  EXPECT_THAT(sample_mistakes("average: {something_else: 1}"),
              ElementsAre(HasSubstr("unknown key; known keys: decay")));
}

TEST(Resolve, SaysWhoseOptionAKeyIs) {
  EXPECT_THAT(sample_mistakes("descent: {name: adam, momentum: 0.9}"),
              ElementsAre(HasSubstr("it is an option of sgd, not of adam")));
}

TEST(Resolve, RefusesUnknownNamesWithTheNearest) {
  EXPECT_THAT(sample_mistakes("descent: {name: sdg, momentum: 0.9}"),
              ElementsAre(HasSubstr("1:17 descent.name: expected the name of an optimizer, got "
                                    "\"sdg\"; did you mean \"sgd\"?")));
  EXPECT_THAT(sample_mistakes("steps: [flip, rezise: 1]"),
              ElementsAre(HasSubstr("1:15 steps.1: expected the name of a transform")));
  EXPECT_THAT(sample_mistakes("mode: mni"), ElementsAre(HasSubstr("did you mean \"min\"?")));
  EXPECT_THAT(sample_mistakes("mode: sideways"),
              ElementsAre(HasSubstr("expected one of auto, min, max, got \"sideways\"")));
}

TEST(Resolve, Case53PointsAtABadNumberAListForAMapAndAMissingSection) {
  EXPECT_THAT(sample_mistakes("title: x\ndescent:\n  lr: fast"),
              ElementsAre("3:7 descent.lr: expected a number > 0, got \"fast\""));
  EXPECT_THAT(sample_mistakes("descent:\n- lr: 1"),
              ElementsAre(HasSubstr("2:1 descent: expected a map, got a list of 1 value")));
  try {
    parse_config(sample_schema(), "title: x\n", "a.yaml", {});
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_THAT(described(error.mistakes()),
                ElementsAre("1:1 network.name: missing: expected the name of an optimizer; known: "
                            "sgd, adam, bare"));
    EXPECT_EQ(error.mistakes()[0].source, "title: x");
    EXPECT_EQ(error.exit_code(), ExitCode::usage);
  }
}

TEST(Resolve, Case47ChecksRanges) {
  EXPECT_THAT(sample_mistakes("batch: -4"),
              ElementsAre("1:8 batch: expected a whole number >= 1, got \"-4\""));
  EXPECT_THAT(sample_mistakes("batch: 4294967296"), ElementsAre(HasSubstr("got \"4294967296\"")));
  EXPECT_THAT(sample_mistakes("batch: 1e3"), ElementsAre(HasSubstr("write 1000")));
  EXPECT_THAT(sample_mistakes("batch: 32.0"), ElementsAre(HasSubstr("write 32")));
  EXPECT_THAT(sample_mistakes("descent: {lr: 0}"), ElementsAre(HasSubstr("expected a number > 0")));
  EXPECT_THAT(sample_mistakes("descent: {momentum: 1}"),
              ElementsAre(HasSubstr("expected a number >= 0 and < 1")));
  EXPECT_THAT(sample_mistakes("average: {decay: 2}"),
              ElementsAre(HasSubstr("expected a number from 0 to 1")));
  EXPECT_THAT(sample_mistakes("descent: {name: adam, betas: [0.5, 1.5]}"),
              ElementsAre(HasSubstr("descent.betas.1: expected a number >= 0 and < 1")));
}

TEST(Resolve, Case48BooleansAreTwoWordsAndClassNamesStayTexts) {
  EXPECT_THAT(sample_mistakes("exact: on"), ElementsAre(HasSubstr("true or false")));
  EXPECT_THAT(sample_mistakes("exact: 1"), ElementsAre(HasSubstr("write true")));
  EXPECT_THAT(sample_mistakes("classes: [no, yes, on]"), IsEmpty());
}

TEST(Resolve, ChecksTheLengthOfLists) {
  EXPECT_THAT(sample_mistakes("every: []"),
              ElementsAre(HasSubstr("or a list of 1 or more of them, got a list of 0 values")));
  EXPECT_THAT(sample_mistakes("descent: {name: adam, betas: [0.5]}"),
              ElementsAre(HasSubstr("expected a list of 2 values, each a number")));
  EXPECT_THAT(sample_mistakes("steps: flip"), ElementsAre(HasSubstr("write [flip]")));
}

TEST(Resolve, RefusesWrongShapesOfComponents) {
  EXPECT_THAT(sample_mistakes("steps: [{flip: , resize: 3}]"),
              ElementsAre(HasSubstr("one transform an item")));
  EXPECT_THAT(sample_mistakes("steps: [{name: resize, size: 3}]"),
              ElementsAre(HasSubstr("write {resize: {options}}")));
  EXPECT_THAT(sample_mistakes("steps: [flip: 3]"), ElementsAre(HasSubstr("flip has no options")));
  EXPECT_THAT(sample_mistakes("steps: [resize]"),
              ElementsAre(HasSubstr("steps.0.resize.size: missing: expected a whole number >= 1")));
  EXPECT_THAT(sample_mistakes("descent: adam"), ElementsAre(HasSubstr("write {name: adam}")));
}

TEST(Resolve, TellsNothingApartFromNone) {
  EXPECT_THAT(sample_mistakes("clip:"), ElementsAre(HasSubstr("got nothing; write none")));
  EXPECT_THAT(sample_mistakes("weights: ~"), ElementsAre(HasSubstr("write none")));
  EXPECT_THAT(sample_mistakes("average:"), ElementsAre(HasSubstr("expected none or a map")));
}

TEST(Resolve, AnEmptySectionHasItsDefaults) {
  EXPECT_THAT(sample_mistakes("descent:\n  # lr: 1"), IsEmpty());
}

TEST(Resolve, TellsAllMistakesOfAllKindsInOrder) {
  EXPECT_THAT(sample_mistakes("batch: 010\nseed: -1\nmode: up\nfoo: 1\ntitle: [a]\n"),
              ElementsAre(HasSubstr("1:8 batch"),
                          HasSubstr("2:7 seed"),
                          HasSubstr("3:7 mode"),
                          HasSubstr("4:1 foo"),
                          HasSubstr("5:8 title")));
}

TEST(Resolve, AWrongSectionHidesNothingElse) {
  EXPECT_THAT(sample_mistakes("descent: 3\nbatch: x"),
              ElementsAre(HasSubstr("descent"), HasSubstr("batch")));
}

TEST(Resolve, ShowsTheFirstHundredMistakes) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += "unknown_" + std::to_string(i) + ": 1\n";
  const std::vector<std::string> mistakes = sample_mistakes(text);
  ASSERT_EQ(mistakes.size(), 101U);
  EXPECT_THAT(mistakes.back(), HasSubstr("and 200 more mistakes"));
}

TEST(Resolve, MessagesShowTheSourceLineWithACaret) {
  try {
    sample_config("title: x\ndescent: {lr: fast}");
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(),
                 "a.yaml:2:15: descent.lr: expected a number > 0, got \"fast\"\n"
                 "    descent: {lr: fast}\n"
                 "                  ^");
  }
}

}  // namespace
}  // namespace trainer
