#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/network_builder.h>

#include "network/node_facts.h"

namespace trainer {
namespace {

using testing::ElementsAre;

/// The node that `operation` makes on a value of shape {3, 8, 8} as rows: a sequence of 8 steps.
NetworkNode on_rows(Operation operation) {
  NetworkBuilder net({3, 8, 2}, 1);
  const int rows = net.node("rows", op::Rows{}, {NetworkBuilder::kInput});
  const int value = net.node("own", std::move(operation), {rows});
  const int flat = net.flatten("flat", value);
  net.linear("fc", flat, 1);
  return net.finish().nodes[static_cast<std::size_t>(value)];
}

std::vector<std::string> facts_of(const NetworkNode& node) {
  std::vector<std::string> texts;
  for (const ParameterFact& fact : parameters_of(node)) {
    texts.push_back(fact.name + " " + shape_text(fact.shape) + (fact.norm_or_bias ? " *" : ""));
  }
  return texts;
}

TEST(NodeParameters, HaveTheNamesAndOrderOfPyTorchsModules) {
  EXPECT_THAT(facts_of(on_rows(op::Attention{0, 2})),
              ElementsAre("own.in_proj_weight 18x6",
                          "own.in_proj_bias 18 *",
                          "own.out_proj.weight 6x6",
                          "own.out_proj.bias 6 *"));
  EXPECT_THAT(facts_of(on_rows(op::Lstm{0, 5, 2, true})),
              ElementsAre("own.weight_ih_l0 20x6",
                          "own.weight_hh_l0 20x5",
                          "own.bias_ih_l0 20 *",
                          "own.bias_hh_l0 20 *",
                          "own.weight_ih_l0_reverse 20x6",
                          "own.weight_hh_l0_reverse 20x5",
                          "own.bias_ih_l0_reverse 20 *",
                          "own.bias_hh_l0_reverse 20 *",
                          "own.weight_ih_l1 20x10",
                          "own.weight_hh_l1 20x5",
                          "own.bias_ih_l1 20 *",
                          "own.bias_hh_l1 20 *",
                          "own.weight_ih_l1_reverse 20x10",
                          "own.weight_hh_l1_reverse 20x5",
                          "own.bias_ih_l1_reverse 20 *",
                          "own.bias_hh_l1_reverse 20 *"));
  EXPECT_THAT(facts_of(on_rows(op::LayerNorm{})), ElementsAre("own.weight 6 *", "own.bias 6 *"));
}

TEST(NodeParameters, LoneParametersHaveTheNodesName) {
  EXPECT_THAT(facts_of(on_rows(op::ClassToken{})), ElementsAre("own 1x1x6 *"));
  EXPECT_THAT(facts_of(on_rows(op::PositionEmbedding{})), ElementsAre("own 1x8x6 *"));
}

TEST(NodeParameters, FlopsAreTwiceTheMultiplyAdds) {
  EXPECT_EQ(flops(on_rows(op::Linear{0, 4, true})), 2 * 8 * 6 * 4);
  // Four projections, the scores and the weighted sum.
  EXPECT_EQ(flops(on_rows(op::Attention{0, 2})), 2 * (4 * 8 * 6 * 6 + 2 * 8 * 8 * 6));
  EXPECT_EQ(flops(on_rows(op::Lstm{0, 5, 1, false})), 2 * 8 * (20 * 6 + 20 * 5));
  EXPECT_EQ(flops(on_rows(op::LayerNorm{})), 0);
}

}  // namespace
}  // namespace trainer
