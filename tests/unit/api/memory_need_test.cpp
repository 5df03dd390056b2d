#include "api/memory_need.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>
#include <trainer/network_builder.h>

namespace trainer {
namespace {

using testing::HasSubstr;

RunOptions run_with(const std::string& optimizer, const std::vector<NodeEntry>& options) {
  RunOptions run;
  run.optimizer.method.name = optimizer;
  run.optimizer.method.options = Node::map(options);
  run.train.batch_size = 8;
  return run;
}

Network small_network() {
  NetworkBuilder builder({1, 4, 4}, 10);
  builder.linear("fc", builder.flatten("flat", NetworkBuilder::kInput), 10);
  return builder.finish();
}

TEST(MemoryNeed, CountsWeightsGradientsStateAndAverage) {
  const Network network = small_network();
  const std::uint64_t weights = 4 * (16 * 10 + 10);
  EXPECT_EQ(
      memory_need(network, run_with("sgd", {{"momentum", Node::scalar("0.0"), {}}})).parameters,
      2 * weights);
  EXPECT_EQ(
      memory_need(network, run_with("sgd", {{"momentum", Node::scalar("0.9"), {}}})).parameters,
      3 * weights);
  RunOptions adam = run_with("adam", {{"amsgrad", Node::scalar("true"), {}}});
  adam.train.ema = EmaOptions{};
  EXPECT_EQ(memory_need(network, adam).parameters, 6 * weights);
}

TEST(MemoryNeed, CountsActivationsOfOneMicroBatch) {
  const Network network = small_network();
  RunOptions run = run_with("sgd", {});
  const std::uint64_t whole = memory_need(network, run).activations;
  EXPECT_EQ(whole, 8 * static_cast<std::uint64_t>(network.activation_bytes()));
  run.train.micro_batch = 2;
  EXPECT_EQ(memory_need(network, run).activations, whole / 4);
}

TEST(MemoryNeed, RefusesWhatCannotFitWithBothNumbers) {
  const std::uint64_t gib = 1ULL << 30;
  try {
    check_memory({43 * gib, 0}, {21 * gib, 0});
    FAIL() << "43 GiB fit into 21";
  } catch (const OutOfMemoryError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::out_of_memory);
    EXPECT_THAT(error.what(), HasSubstr("43.0 GiB"));
    EXPECT_THAT(error.what(), HasSubstr("21.0 GiB"));
  }
  EXPECT_NO_THROW(check_memory({43 * gib, 0}, {0, 0})) << "nobody knows";
  EXPECT_NO_THROW(check_memory({43 * gib, 0}, {21 * gib, 30 * gib})) << "slow, but it runs";
}

TEST(MemoryNeed, RefusesActivationsOfWhichNotEvenHalfWouldFit) {
  const std::uint64_t gib = 1ULL << 30;
  try {
    check_memory({1 * gib, 808 * gib}, {21 * gib, 0});
    FAIL() << "808 GiB fit into 21";
  } catch (const OutOfMemoryError& error) {
    EXPECT_THAT(error.what(), HasSubstr("808.0 GiB"));
    EXPECT_THAT(error.what(), HasSubstr("train.batch_size"));
  }
  EXPECT_NO_THROW(check_memory({1 * gib, 38 * gib}, {21 * gib, 0})) << "it may fit";
}

TEST(MemoryNeed, RefusesNothingWhereParametersAreFrozen) {
  RunOptions run = run_with("sgd", {});
  EXPECT_FALSE(memory_need(small_network(), run).at_most);
  run.model.freeze = {"fc.weight"};
  const MemoryNeed need = memory_need(small_network(), run);
  EXPECT_TRUE(need.at_most);
  EXPECT_NO_THROW(check_memory(need, {1, 0}));
}

}  // namespace
}  // namespace trainer
