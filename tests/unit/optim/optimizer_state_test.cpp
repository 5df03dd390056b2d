#include <string>
#include <vector>

#include <ATen/Functions.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>

#include "unit/optim/optimizers.h"
#include "weights/tensor_io.h"

namespace trainer {
namespace {

using test::leaf;
using test::one_group;
using test::optimizer;
using ::testing::HasSubstr;

std::vector<at::Tensor> parameters() {
  return {leaf(at::linspace(-1, 1, 24).reshape({2, 3, 2, 2})), leaf(at::linspace(0, 1, 5))};
}

void train(Optimizer& method, int from, int to) {
  for (int step = from; step < to; ++step) {
    for (const ParameterGroup& group : method.groups()) {
      for (const at::Tensor& parameter : group.parameters) {
        parameter.mutable_grad() = (parameter.detach() * 3 + step).cos();
      }
    }
    method.step(0.05 / (1 + step));
  }
}

std::vector<std::string> keys(const Value& dictionary) {
  std::vector<std::string> names;
  for (const auto& [key, value] : dictionary.as_dict("")) names.push_back(key.as_string(""));
  return names;
}

const Value& group(const Value& state, std::size_t index = 0) {
  return state.at("param_groups", "").as_list("")[index];
}

std::string refusal(Optimizer& method, const Value& state) {
  const Value before = method.state();
  std::string message;
  try {
    method.load_state(state);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const CheckpointError& error) {
    message = error.what();
  }
  EXPECT_TRUE(method.state() == before) << "a refused state changed something";
  return message;
}

TEST(OptimizerState, HasTheKeysOfPythonsParamGroups) {
  const auto sgd = optimizer("sgd", one_group(parameters()), {{"momentum", "0.9"}});
  EXPECT_THAT(keys(group(sgd->state())),
              ::testing::UnorderedElementsAre("param_names",
                                              "lr",
                                              "momentum",
                                              "dampening",
                                              "weight_decay",
                                              "nesterov",
                                              "maximize",
                                              "foreach",
                                              "differentiable",
                                              "fused",
                                              "params"));
  for (const char* name : {"adam", "adamw"}) {
    const Value state = optimizer(name, one_group(parameters()))->state();
    EXPECT_THAT(keys(group(state)),
                ::testing::UnorderedElementsAre("param_names",
                                                "lr",
                                                "betas",
                                                "eps",
                                                "weight_decay",
                                                "amsgrad",
                                                "maximize",
                                                "foreach",
                                                "capturable",
                                                "differentiable",
                                                "fused",
                                                "decoupled_weight_decay",
                                                "params"));
    EXPECT_EQ(group(state).at("decoupled_weight_decay", "").as_bool(""),
              name == std::string("adamw"));
    EXPECT_EQ(group(state).at("betas", "").as_tuple("").size(), 2U);
  }
  EXPECT_THAT(keys(group(optimizer("rmsprop", one_group(parameters()))->state())),
              ::testing::UnorderedElementsAre("param_names",
                                              "lr",
                                              "momentum",
                                              "alpha",
                                              "eps",
                                              "centered",
                                              "weight_decay",
                                              "capturable",
                                              "foreach",
                                              "maximize",
                                              "differentiable",
                                              "params"));
}

TEST(OptimizerState, NumbersParametersThroughTheGroups) {
  auto groups = one_group(parameters());
  groups.push_back({{"q"}, {leaf(at::ones({3}))}, 2, 0});
  const auto adam = optimizer("adam", groups);
  train(*adam, 0, 1);
  const Value state = adam->state();
  EXPECT_EQ(group(state, 1).at("params", "").as_list("")[0].as_int(""), 2);
  EXPECT_EQ(group(state, 1).at("lr", "").as_double(""), 0.1);
  const Value* entry = state.at("state", "").find(std::int64_t{2});
  ASSERT_NE(entry, nullptr);
  EXPECT_THAT(keys(*entry), ::testing::ElementsAre("step", "exp_avg", "exp_avg_sq"));
  EXPECT_TRUE(entry->at("step", "").as_tensor("").shape.empty());
}

TEST(OptimizerState, AReloadedOneGoesOnBitForBit) {
  for (const test::Recipe& recipe : test::recipes()) {
    const auto whole_parameters = parameters();
    const auto whole = optimizer(recipe.name, one_group(whole_parameters, 0.01), recipe.keys);
    train(*whole, 0, 6);

    const auto part_parameters = parameters();
    const auto part = optimizer(recipe.name, one_group(part_parameters, 0.01), recipe.keys);
    train(*part, 0, 3);
    const auto rest = optimizer(recipe.name, one_group(part_parameters, 0.01), recipe.keys);
    rest->load_state(part->state());
    EXPECT_TRUE(rest->state() == part->state()) << recipe.name;
    train(*rest, 3, 6);
    for (std::size_t i = 0; i < whole_parameters.size(); ++i) {
      EXPECT_TRUE(at::equal(whole_parameters[i], part_parameters[i])) << recipe.name;
    }
    EXPECT_TRUE(rest->state() == whole->state()) << recipe.name;
  }
}

TEST(OptimizerState, ContiguousMomentumLoadsForAChannelsLastParameter) {
  for (const test::Recipe& recipe : test::recipes()) {
    const auto plain_parameters = parameters();
    const auto plain = optimizer(recipe.name, one_group(plain_parameters), recipe.keys);
    train(*plain, 0, 2);
    std::vector<at::Tensor> turned;
    for (const at::Tensor& p : plain_parameters) {
      const at::Tensor copy = p.detach().clone();
      turned.push_back(leaf(p.dim() == 4 ? copy.contiguous(at::MemoryFormat::ChannelsLast) : copy));
    }
    const auto other = optimizer(recipe.name, one_group(turned), recipe.keys);
    other->load_state(plain->state());
    train(*plain, 2, 4);
    train(*other, 2, 4);
    for (std::size_t i = 0; i < turned.size(); ++i) {
      EXPECT_TRUE(at::allclose(turned[i], plain_parameters[i], 0, 1e-7)) << recipe.name;
    }
    EXPECT_TRUE(turned[0].is_contiguous(at::MemoryFormat::ChannelsLast));
  }
}

TEST(OptimizerState, ALoadedStateIsTheOptimizersOwn) {
  const auto sgd = optimizer("sgd", one_group(parameters()), {{"momentum", "0.9"}});
  train(*sgd, 0, 1);
  const Value saved = sgd->state();
  const auto other = optimizer("sgd", one_group(parameters()), {{"momentum", "0.9"}});
  other->load_state(saved);
  const Value before = other->state();
  train(*sgd, 1, 2);
  EXPECT_TRUE(at::equal(
      from_host(
          before.at("state", "").find(std::int64_t{0})->at("momentum_buffer", "").as_tensor("")),
      from_host(other->state()
                    .at("state", "")
                    .find(std::int64_t{0})
                    ->at("momentum_buffer", "")
                    .as_tensor(""))));
}

TEST(OptimizerState, TheConfigurationsOptionsStay) {
  const auto saved = optimizer("sgd", one_group(parameters(), 0.5), {{"momentum", "0.9"}});
  const auto own = optimizer("sgd", one_group(parameters(), 0.1), {{"momentum", "0.8"}});
  train(*saved, 0, 1);
  own->load_state(saved->state());
  own->step(0.3);
  EXPECT_EQ(group(own->state()).at("weight_decay", "").as_double(""), 0.1);
  EXPECT_EQ(group(own->state()).at("momentum", "").as_double(""), 0.8);
  EXPECT_EQ(group(own->state()).at("lr", "").as_double(""), 0.3);
}

TEST(OptimizerState, APlainNumberOfStepsIsRead) {
  const auto adam = optimizer("adam", one_group({leaf(at::ones({2}))}));
  train(*adam, 0, 1);
  const Value saved = adam->state();
  const Dict entry{
      {"step", 7}, {"exp_avg", to_host(at::ones({2}))}, {"exp_avg_sq", to_host(at::ones({2}))}};
  const Value state =
      Dict{{"state", Dict{{0, entry}}}, {"param_groups", saved.at("param_groups", "")}};
  adam->load_state(state);
  const HostTensor step =
      adam->state().at("state", "").find(std::int64_t{0})->at("step", "").as_tensor("");
  EXPECT_EQ(from_host(step).item<float>(), 7);
}

TEST(OptimizerState, RefusesOtherCountsNamesAndShapes) {
  const auto sgd = optimizer("sgd", one_group(parameters()), {{"momentum", "0.9"}});
  const auto saved_for = [](const std::vector<ParameterGroup>& groups) {
    const auto other = optimizer("sgd", groups, {{"momentum", "0.9"}});
    train(*other, 0, 1);
    return other->state();
  };
  EXPECT_THAT(refusal(*sgd, saved_for(one_group({leaf(at::ones({1}))}))),
              HasSubstr("expected 2 parameters in group 0, found 1"));
  auto two = one_group(parameters());
  two.push_back(two.front());
  EXPECT_THAT(refusal(*sgd, saved_for(two)), HasSubstr("expected 1 group of parameters, found 2"));
  auto renamed = one_group(parameters());
  renamed.front().names[1] = "other";
  EXPECT_THAT(refusal(*sgd, saved_for(renamed)), HasSubstr("expected parameter p1 at place 1"));
  auto reshaped = one_group({parameters()[0], leaf(at::ones({6}))});
  EXPECT_THAT(refusal(*sgd, saved_for(reshaped)),
              HasSubstr("p1, momentum_buffer: expected float32[5], found float32[6]"));
  auto wider = one_group({parameters()[0], leaf(at::ones({5}, at::kDouble))});
  EXPECT_THAT(refusal(*sgd, saved_for(wider)), HasSubstr("expected float32[5], found float64[5]"));
}

TEST(OptimizerState, RefusesAnotherOptimizersState) {
  const auto sgd = optimizer("sgd", one_group(parameters()), {{"momentum", "0.9"}});
  const auto adam = optimizer("adam", one_group(parameters()));
  const auto rmsprop = optimizer("rmsprop", one_group(parameters()));
  for (Optimizer* method : {sgd.get(), adam.get(), rmsprop.get()}) train(*method, 0, 1);
  EXPECT_THAT(refusal(*adam, sgd->state()), HasSubstr("another optimizer"));
  EXPECT_THAT(refusal(*sgd, adam->state()), HasSubstr("expected an optimizer with momentum"));
  EXPECT_THAT(refusal(*rmsprop, adam->state()), HasSubstr("another optimizer"));
  const auto amsgrad = optimizer("adam", one_group(parameters()), {{"amsgrad", "true"}});
  EXPECT_THAT(refusal(*amsgrad, adam->state()), HasSubstr("expected max_exp_avg_sq"));
}

TEST(OptimizerState, RefusesWhatIsNoState) {
  const auto sgd = optimizer("sgd", one_group(parameters()));
  EXPECT_THAT(refusal(*sgd, Value(3)), HasSubstr("optimizer state"));
  EXPECT_THAT(refusal(*sgd, Dict{{"state", Dict{}}}), HasSubstr("param_groups"));
  const Value state = sgd->state();
  const Value stray =
      Dict{{"state", Dict{{9, Dict{}}}}, {"param_groups", state.at("param_groups", "")}};
  EXPECT_THAT(refusal(*sgd, stray), HasSubstr("parameter number 9 is in no group"));
}

}  // namespace
}  // namespace trainer
