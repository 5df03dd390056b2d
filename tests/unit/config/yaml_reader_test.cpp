#include "config/yaml/yaml_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config_testing.h"

namespace trainer {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

TEST(YamlReader, KnowsThePlaceOfEveryValueAndKey) {
  const Node tree = tree_of("a: 1\nb:\n  - x\n  - {c: y}\n");
  EXPECT_EQ(tree.entries[1].position.line, 2);
  EXPECT_EQ(tree.entries[1].position.column, 1);
  const Node& list = *tree.find("b");
  EXPECT_EQ(list.items[0].position.line, 3);
  EXPECT_EQ(list.items[0].position.column, 5);
  const Node& y = *list.items[1].find("c");
  EXPECT_EQ(y.position.line, 4);
  EXPECT_EQ(y.position.column, 9);
  EXPECT_EQ(y.position.file, "a.yaml");
}

TEST(YamlReader, KeepsScalarsAsTheyAreWritten) {
  const Node tree = tree_of("a: 010\nb: no\nc: '1'\nd: 5#c\ne: |\n  two\n  lines\nf: ~\ng:\n");
  EXPECT_EQ(tree.find("a")->text, "010");
  EXPECT_EQ(tree.find("b")->text, "no");
  EXPECT_FALSE(tree.find("b")->quoted);
  EXPECT_TRUE(tree.find("c")->quoted);
  EXPECT_EQ(tree.find("d")->text, "5#c");
  EXPECT_EQ(tree.find("e")->text, "two\nlines\n");
  EXPECT_TRUE(tree.find("f")->is_null());
  EXPECT_TRUE(tree.find("g")->is_null());
}

TEST(YamlReader, ReadsSinglePairsInLists) {
  const Node tree = tree_of("t: [{a: {b: 1}}, flip, normalize: imagenet]\n");
  const Node& list = *tree.find("t");
  ASSERT_THAT(list.items, SizeIs(3));
  EXPECT_EQ(list.items[2].find("normalize")->text, "imagenet");
}

TEST(YamlReader, KeepsTheReplaceTagAndTheQuotesBehindIt) {
  const Node tree =
      tree_of("a: !replace {b: 1}\nc: !replace \"no\"\nd: !replace no\ne: !replace\n");
  EXPECT_TRUE(tree.find("a")->replace);
  EXPECT_TRUE(tree.find("c")->quoted);
  EXPECT_FALSE(tree.find("d")->quoted);
  EXPECT_TRUE(tree.find("e")->is_null());
}

TEST(YamlReader, RefusesOtherTags) {
  EXPECT_THAT(reading_mistakes("a: !!str 1\n"),
              ElementsAre(AllOf(HasSubstr("1:4 a: the tag"), HasSubstr("!replace"))));
}

TEST(YamlReader, ExpandsAliases) {
  const Node tree = tree_of("a: &x {k: [1, 2]}\nb: *x\n");
  EXPECT_EQ(tree.find("b")->find("k")->items[1].text, "2");
}

TEST(YamlReader, Case44RefusesADuplicateKeyNamingBothLines) {
  EXPECT_THAT(reading_mistakes("optimizer:\n  lr: 0.1\n  momentum: 0\n  lr: 0.5\n"),
              ElementsAre(AllOf(
                  HasSubstr("4:3 optimizer.lr:"), HasSubstr("on line 2"), HasSubstr("on line 4"))));
}

TEST(YamlReader, TellsSeveralMistakesInOneGo) {
  EXPECT_THAT(reading_mistakes("a: 1\na: 2\n<<: {b: 1}\n[c]: 3\nd: !x 4\n"),
              ElementsAre(HasSubstr("2:1 a: the key is there twice"),
                          HasSubstr("merge keys are not supported; use `base:"),
                          HasSubstr("expected a key, found a list"),
                          HasSubstr("the tag !x")));
}

TEST(YamlReader, RefusesASecondDocument) {
  EXPECT_THAT(reading_mistakes("a: 1\n---\nb: 2\n"), ElementsAre(HasSubstr("second document")));
  EXPECT_THAT(reading_mistakes("- a\nb: 1\n"), ElementsAre(HasSubstr("second document")));
  EXPECT_THAT(reading_mistakes("a: 1\n...\n"), SizeIs(0));
}

TEST(YamlReader, SaysThatTabsDoNotIndent) {
  EXPECT_THAT(reading_mistakes("data:\n\ttrain: x\n"),
              ElementsAre(AllOf(HasSubstr("2:1 : a tab"), HasSubstr("indent with spaces"))));
}

TEST(YamlReader, PointsAtSyntaxMistakes) {
  EXPECT_THAT(reading_mistakes("a: 1\nb: \"x\n"),
              ElementsAre(HasSubstr("2:4 b: the quotes that open here are never closed")));
  EXPECT_THAT(reading_mistakes("a: [1, 2\nb: 3\n"), ElementsAre(HasSubstr("no valid YAML")));
  EXPECT_THAT(reading_mistakes("a: 1\n b: 2\n"), ElementsAre(HasSubstr("2:3 : this is no valid")));
  EXPECT_THAT(reading_mistakes("a: b: c\n"), ElementsAre(HasSubstr("need quotes")));
  EXPECT_THAT(reading_mistakes("a: *nope\n"), ElementsAre(HasSubstr("1:4 ")));
}

TEST(YamlReader, RefusesQuotesThatNeverClose) {
  for (const char* text : {"a: 'x\n", "a: 'it''s\nb: 1\n", "a: \"x\\\"\n", "a: &x 'y\n"}) {
    EXPECT_THAT(reading_mistakes(text), ElementsAre(HasSubstr("1:4 a: the quotes that open here")))
        << text;
  }
  EXPECT_THAT(reading_mistakes("a: 'it''s'\nb: \"\\\"\"\nc: ''\n"), SizeIs(0));
}

TEST(YamlReader, RefusesDirectivesInsteadOfDroppingThem) {
  EXPECT_THAT(reading_mistakes("%YAML 1.2\n---\na: 1\n"), SizeIs(0));
  EXPECT_THAT(reading_mistakes("a: 1\n%b: 2\n"),
              ElementsAre(HasSubstr("2:1 : a line that starts with % is a directive")));
}

TEST(YamlReader, RefusesAZeroCharacterInAText) {
  EXPECT_THAT(reading_mistakes("a: \"x\\0y\"\n"), ElementsAre(HasSubstr("1:4 a: ")));
}

TEST(YamlReader, AnEmptyTextIsNothing) {
  Mistakes mistakes;
  EXPECT_TRUE(read_yaml("# only a comment\n", "a.yaml", mistakes)->is_null());
  EXPECT_TRUE(mistakes.empty());
}

}  // namespace
}  // namespace trainer
