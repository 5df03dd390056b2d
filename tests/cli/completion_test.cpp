#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/program.h"

namespace trainer::test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// What bash offers after `words`, one a line.
std::string offered(const std::string& words, int position) {
  const TemporaryFolder folder;
  const auto script = folder.write("trainer.bash", run({"completion", "bash"}).out);
  folder.write("my.yaml", "");
  Start start;
  start.program = "/bin/bash";
  start.folder = folder.path();
  return "\n" + run({"--norc",
                     "-c",
                     "source " + script.string() + "; COMP_WORDS=(" + words +
                         "); COMP_CWORD=" + std::to_string(position) +
                         "; _trainer; printf '%s\\n' \"${COMPREPLY[@]}\""},
                    start)
                    .out;
}

TEST(Completion, BashScriptIsValid) {
  const TemporaryFolder folder;
  const Outcome script = run({"completion", "bash"});
  EXPECT_EQ(script.code, 0);
  Start start;
  start.program = "/bin/bash";
  const Outcome check = run({"-n", folder.write("c.bash", script.out).string()}, start);
  EXPECT_EQ(check.code, 0) << check.err;
  EXPECT_EQ(check.err, "");
}

TEST(Completion, BashOffersCommandsOptionsValuesKeysAndFiles) {
  EXPECT_THAT(offered("trainer ''", 1), HasSubstr("\npredict\n"));
  EXPECT_THAT(offered("trainer ev", 1), testing::StrEq("\nevaluate\n"));
  EXPECT_THAT(offered("trainer config s", 2), testing::StrEq("\nshow\nschema\n"));
  EXPECT_THAT(offered("trainer fit --re", 2), testing::StrEq("\n--resume\n"));
  EXPECT_THAT(offered("trainer evaluate --split ''", 3), testing::StrEq("\ntrain\nval\ntest\n"));
  EXPECT_THAT(offered("trainer --config my", 2), HasSubstr("\nmy.yaml\n"));
  EXPECT_THAT(offered("trainer --config my.yaml train.ep", 3), HasSubstr("\ntrain.epochs=\n"));
  EXPECT_THAT(offered("trainer list opt", 2), testing::StrEq("\noptimizers\n"));
  EXPECT_THAT(offered("trainer predict --checkpoint x ''", 4), HasSubstr("\nmy.yaml\n"));
}

TEST(Completion, ZshScriptIsForZsh) {
  const Outcome script = run({"completion", "zsh"});
  EXPECT_EQ(script.code, 0);
  EXPECT_THAT(script.out, testing::StartsWith("#compdef trainer\n"));
  EXPECT_THAT(script.out, HasSubstr("compadd"));
  EXPECT_THAT(script.out, Not(HasSubstr("COMPREPLY")));
}

}  // namespace
}  // namespace trainer::test
