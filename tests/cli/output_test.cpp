#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/program.h"

namespace trainer::test {
namespace {

using testing::HasSubstr;

TEST(Output, AFullDiskIsAnError) {
  Start start;
  start.stdout_to = "/dev/full";
  const Outcome outcome = run({"list", "models"}, start);
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("stdout: No space left on device"));
}

TEST(Output, AClosedStdoutIsAnError) {
  Start start;
  start.stdout_to = "closed";
  const Outcome outcome = run({"list", "models"}, start);
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("closed"));
}

TEST(Output, AClosedStderrChangesNothing) {
  Start start;
  start.stderr_closed = true;
  const Outcome outcome = run({"list", "models"}, start);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("resnet18"));
  EXPECT_EQ(run({"fti"}, start).code, 2);
}

}  // namespace
}  // namespace trainer::test
