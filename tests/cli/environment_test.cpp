#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/program.h"

namespace trainer::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

/// The thin program beside a stand-in for trainer-run that tells its environment and arguments.
class Environment : public testing::Test {
 protected:
  Environment() {
    start_.program = folder_.path() / "trainer";
    fs::copy_file(TRAINER_BIN "/trainer", start_.program);
    for (const char* name : {"OMP_WAIT_POLICY",
                             "GOMP_SPINCOUNT",
                             "OMP_NUM_THREADS",
                             "MALLOC_MMAP_THRESHOLD_",
                             "MALLOC_TRIM_THRESHOLD_",
                             "MALLOC_TOP_PAD_"}) {
      start_.environment[name] = std::nullopt;
    }
  }

  void write_run_program(const std::string& script) {
    const fs::path file = folder_.write("trainer-run", "#!/bin/sh\n" + script);
    fs::permissions(file, fs::perms::owner_all);
  }

  const TemporaryFolder folder_;
  Start start_;
  const std::vector<std::string> command_ = {"predict", "--checkpoint", "a folder", "b.jpg"};
};

TEST_F(Environment, IsSetForTheLargeProgram) {
  write_run_program("env");
  const Outcome outcome = run(command_, start_);
  EXPECT_EQ(outcome.code, 0);
  for (const char* line : {"OMP_WAIT_POLICY=PASSIVE\n",
                           "GOMP_SPINCOUNT=1000\n",
                           "MALLOC_MMAP_THRESHOLD_=1073741824\n",
                           "MALLOC_TRIM_THRESHOLD_=4294967296\n",
                           "MALLOC_TOP_PAD_=268435456\n"}) {
    EXPECT_THAT(outcome.out, HasSubstr(line));
  }
  EXPECT_THAT(outcome.out, Not(HasSubstr("OMP_NUM_THREADS")));
}

TEST_F(Environment, NeverReplacesWhatTheUserSet) {
  write_run_program("env");
  start_.environment["OMP_WAIT_POLICY"] = "ACTIVE";
  start_.environment["MALLOC_TOP_PAD_"] = "0";
  const Outcome outcome = run(command_, start_);
  EXPECT_THAT(outcome.out, HasSubstr("OMP_WAIT_POLICY=ACTIVE\n"));
  EXPECT_THAT(outcome.out, HasSubstr("MALLOC_TOP_PAD_=0\n"));
  EXPECT_THAT(outcome.out, Not(HasSubstr("GOMP_SPINCOUNT")));
}

TEST_F(Environment, ArgumentsAndExitCodePassThrough) {
  write_run_program("printf '%s|' \"$@\"\nexit 75\n");
  const Outcome outcome = run(command_, start_);
  EXPECT_EQ(outcome.code, 75);
  EXPECT_EQ(outcome.out, "predict|--checkpoint|a folder|b.jpg|");
}

TEST_F(Environment, AMissingLargeProgramIsNamed) {
  const Outcome outcome = run(command_, start_);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr((folder_.path() / "trainer-run").string()));
  EXPECT_THAT(outcome.err, HasSubstr("No such file"));
}

TEST_F(Environment, ALinkToTheProgramFindsTheLargeOneBesideTheRealOne) {
  write_run_program("echo found");
  const TemporaryFolder elsewhere;
  fs::create_symlink(start_.program, elsewhere.path() / "trainer");
  start_.program = elsewhere.path() / "trainer";
  EXPECT_EQ(run(command_, start_).out, "found\n");
}

}  // namespace
}  // namespace trainer::test
