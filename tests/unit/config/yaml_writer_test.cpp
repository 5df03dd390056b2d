#include "config/yaml/yaml_writer.h"

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "config/interpolation.h"
#include "config_testing.h"

namespace trainer {
namespace {

std::string read_back(const std::string& text) {
  Node tree = Node::map();
  tree.set("k", Node::list({Node::scalar(text, needs_quotes(text))}));
  Node back = tree_of(block_yaml(tree, false));
  Mistakes mistakes;
  interpolate(
      back, [](const auto&) { return std::optional<std::string>(); }, mistakes);
  EXPECT_TRUE(mistakes.empty());
  return back.find("k")->items.at(0).text;
}

TEST(YamlWriter, EveryTextReadsBackAsTheSame) {
  for (const char* text :
       {"",   " ",   "a b", "no",   "010", "~",    "a: b",  "a #b", "#a",          "- a",
        "'",  "\"",  "\\",  "a\nb", "\t",  "\x01", "é",     "🧀", "${env:HOME}", "$${",
        "*a", "&a",  "!a",  "%a",   "@a",  "`a`",  "[a]",   "{a}",  "a,b",         "?",
        ":",  "...", "---", "null", "1e3", "it's", "a\\nb", "\x7f", "trailing ",   "a:"}) {
    EXPECT_EQ(read_back(text), text);
  }
}

TEST(YamlWriter, RandomTextsReadBackAsTheSame) {
  std::mt19937 random(7);
  const std::string letters = "ab01 .:-#'\"\\[]{},&*!|>%@`$?~\n\t\x01=e_+/<^";
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    for (std::size_t n = random() % 12; n > 0; --n) text += letters[random() % letters.size()];
    EXPECT_EQ(read_back(text), text);
  }
}

TEST(YamlWriter, QuotesWhatOtherReadersWouldTakeForSomethingElse) {
  for (const char* text : {"no", "Yes", "on", "null", "~", "010", "1e3", "12:30", "2024-01-01"}) {
    EXPECT_TRUE(needs_quotes(text)) << text;
  }
  for (const char* text : {"resnet18", "ankle boot", "data/train", "val", "-trial", "v1.2"}) {
    EXPECT_FALSE(needs_quotes(text)) << text;
  }
}

TEST(YamlWriter, SaysTheOriginOfEachValue) {
  TemporaryFolder folder;
  const std::string path = folder.write("a.yaml", "batch: 4\nnetwork: {name: sgd}\n");
  const std::string text = load_config(sample_schema(), path, {"seed=3"}).yaml(true);
  EXPECT_THAT(text, testing::HasSubstr("batch: 4  # " + path + ":1\n"));
  EXPECT_THAT(text, testing::HasSubstr("seed: 3  # command line\n"));
  EXPECT_THAT(text, testing::HasSubstr("exact: false  # default\n"));
}

TEST(YamlWriter, LongListsStandBelowTheirKey) {
  std::string text = "steps: [";
  for (int i = 0; i < 10; ++i) text += "{resize: {size: 1, interpolation: bicubic}}, ";
  const Config config = sample_config(text + "]");
  EXPECT_THAT(config.yaml(),
              testing::HasSubstr("steps:\n  - {resize: {size: 1, interpolation: bicubic}}\n  - {"));
}

}  // namespace
}  // namespace trainer
