#include <ostream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/program.h"

namespace trainer::test {
namespace {

using testing::HasSubstr;

struct Mistake {
  std::vector<std::string> words;
  std::vector<std::string> says;
};

/// The command line, for the names that GoogleTest shows.
void PrintTo(const Mistake& mistake, std::ostream* out) {
  *out << "trainer";
  for (const std::string& word : mistake.words) *out << ' ' << word;
}

class Usage : public testing::TestWithParam<Mistake> {};

TEST_P(Usage, ExitsWith2AndSaysWhatWasExpected) {
  const Outcome outcome = run(GetParam().words);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, testing::StartsWith("error: "));
  for (const std::string& part : GetParam().says) EXPECT_THAT(outcome.err, HasSubstr(part));
}

INSTANTIATE_TEST_SUITE_P(
    Mistakes,
    Usage,
    testing::Values(
        Mistake{{}, {"expected a command or --config FILE", "trainer --help"}},
        Mistake{{"fti"}, {"got \"fti\"", "did you mean \"fit\"?"}},
        Mistake{{"config", "shw"}, {"got \"shw\"", "did you mean \"show\"?"}},
        Mistake{{"config"}, {"show, schema, reference, diff"}},
        Mistake{{"data"}, {"preview"}},
        Mistake{{"fit"}, {"trainer fit needs --config FILE"}},
        Mistake{{"fit", "--config"}, {"--config needs a value"}},
        Mistake{{"fit", "--config", "a.yaml", "--config", "b.yaml"},
                {"--config is there more than once"}},
        Mistake{{"--confg", "x.yaml"}, {"\"--confg\"", "did you mean --config?"}},
        Mistake{{"train", "--config", "x.yaml"}, {"expected a command (fit, ", "got \"train\""}},
        Mistake{{"fit", "--confg", "x.yaml"}, {"\"--confg\"", "did you mean --config?"}},
        Mistake{{"fit", "--config", "x.yaml", "epochs"}, {"expected key=value", "\"epochs\""}},
        Mistake{{"fit", "--config", "x.yaml", "--limit-batches", "1e3"},
                {"--limit-batches", "expected a whole number", "\"1e3\""}},
        Mistake{{"fit", "--config", "x.yaml", "--limit-batches", "0"}, {"from 1"}},
        Mistake{{"fit", "--quiet", "--verbose", "--config", "x.yaml"}, {"exclude each other"}},
        Mistake{{"evaluate"}, {"needs --checkpoint PATH"}},
        Mistake{{"evaluate", "--checkpoint", "x", "--split", "tset"},
                {"--split", "train, val, test", "did you mean \"test\"?"}},
        Mistake{{"evaluate", "--checkpoint", "x", "extra"}, {"does not know \"extra\""}},
        Mistake{{"evaluate", "--checkpoint", "x", "--device", "tpu"}, {"auto, cpu", "\"tpu\""}},
        Mistake{{"predict", "--checkpoint", "x"}, {"at least one INPUT"}},
        Mistake{{"predict", "--checkpoint", "x", "a.jpg", "--format", "xml"},
                {"table, csv, jsonl"}},
        Mistake{{"predict", "--checkpoint", "x", "a.jpg", "--logits"}, {"--format jsonl"}},
        Mistake{{"predict", "--checkpoint", "x", "a.jpg", "--top-k", "-1"}, {"--top-k", "\"-1\""}},
        Mistake{{"data", "preview", "--config", "x.yaml"}, {"needs --output DIR"}},
        Mistake{{"list"}, {"models", "datasets"}},
        Mistake{{"list", "modls"}, {"did you mean \"models\"?"}},
        Mistake{{"list", "models", "resnet81"}, {"no model", "resnet18"}},
        Mistake{{"config", "diff", "a.yaml"}, {"two files"}},
        Mistake{{"completion", "fish"}, {"bash, zsh"}},
        Mistake{{"list", "models", "--color", "blue"}, {"auto, always, never"}}));

TEST(Usage, ShowsControlCharactersOfTheCommandLineAsText) {
  const Outcome outcome = run({"fit\x1b[31m\n", "--color", "never"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err.find('\x1b'), std::string::npos);
}

TEST(Usage, GlobalOptionsStandBeforeAndAfterTheCommand) {
  EXPECT_EQ(run({"--quiet", "--color", "never", "list", "models"}).code, 0);
  EXPECT_EQ(run({"list", "models", "--quiet", "--color=never"}).code, 0);
}

TEST(Usage, ColourIsOnlyWhereItIsWanted) {
  EXPECT_EQ(run({"fti"}).err.find('\x1b'), std::string::npos);
  const Outcome colored = run({"config", "show", "missing.yaml", "--color", "always"});
  EXPECT_NE(colored.err.find('\x1b'), std::string::npos);
  const Outcome plain = run({"config", "show", "missing.yaml", "--color", "never"});
  EXPECT_EQ(plain.err.find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace trainer::test
