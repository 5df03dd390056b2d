#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <ATen/Functions.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>
#include <trainer/optimizer.h>

#include "optim/rule_optimizer.h"
#include "unit/optim/optimizers.h"

namespace trainer {
namespace {

using test::gradient;
using test::leaf;
using test::one_group;
using test::optimizer;
using test::set_gradient;
using test::start_values;
using ::testing::HasSubstr;

TEST(Optimizer, MixedLayoutsGiveTheSameUpdateForEveryMethod) {
  for (const test::Recipe& recipe : test::recipes()) {
    const at::Tensor values = start_values({4, 3, 2, 5});
    const at::Tensor reference = leaf(values.clone());
    const at::Tensor mixed = leaf(values.contiguous(at::MemoryFormat::ChannelsLast));
    const auto expected = optimizer(recipe.name, one_group({reference}, 0.01), recipe.keys);
    const auto actual = optimizer(recipe.name, one_group({mixed}, 0.01), recipe.keys);
    for (int step = 0; step < 5; ++step) {
      set_gradient(reference, gradient(reference, step));
      // Contiguous, then channels_last, in turn.
      const at::Tensor own = gradient(mixed, step);
      set_gradient(mixed, step % 2 ? own.contiguous(at::MemoryFormat::ChannelsLast) : own);
      expected->step(0.05);
      actual->step(0.05);
    }
    EXPECT_TRUE(at::allclose(reference, mixed, 0, 1e-7)) << recipe.name;
    EXPECT_TRUE(mixed.is_contiguous(at::MemoryFormat::ChannelsLast));
  }
}

TEST(Optimizer, StateFollowsAParameterThatBecomesChannelsLast) {
  for (const test::Recipe& recipe : test::recipes()) {
    const at::Tensor values = start_values({4, 3, 2, 5});
    const at::Tensor reference = leaf(values.clone());
    const at::Tensor turned = leaf(values.clone());
    const auto expected = optimizer(recipe.name, one_group({reference}), recipe.keys);
    const auto actual = optimizer(recipe.name, one_group({turned}), recipe.keys);
    for (int step = 0; step < 4; ++step) {
      if (step == 2) {
        turned.mutable_grad().reset();
        turned.set_data(turned.contiguous(at::MemoryFormat::ChannelsLast));
      }
      set_gradient(reference, gradient(reference, step));
      set_gradient(turned, gradient(turned, step));
      expected->step(0.05);
      actual->step(0.05);
    }
    EXPECT_TRUE(at::allclose(reference, turned, 0, 1e-7)) << recipe.name;
  }
}

TEST(Optimizer, ParametersWithoutGradientStayAndHaveNoState) {
  for (const test::Recipe& recipe : test::recipes()) {
    const at::Tensor trained = leaf(start_values({3}));
    const at::Tensor frozen = start_values({3});
    const auto method = optimizer(recipe.name, one_group({frozen, trained}, 0.1), recipe.keys);
    set_gradient(trained, at::ones({3}));
    method->step(0.1);
    EXPECT_TRUE(at::equal(frozen, start_values({3}))) << recipe.name;
    EXPECT_FALSE(at::equal(trained, start_values({3}))) << recipe.name;
    EXPECT_EQ(method->state().at("state", "").find(std::int64_t{0}), nullptr) << recipe.name;
  }
}

TEST(Optimizer, NonZeroFoundInfSkipsTheStepForEveryMethod) {
  for (const test::Recipe& recipe : test::recipes()) {
    const at::Tensor a = leaf(start_values({2, 3}));
    const at::Tensor b = leaf(start_values({2, 3}));
    const auto plain = optimizer(recipe.name, one_group({a}, 0.01), recipe.keys);
    const auto guarded = optimizer(recipe.name, one_group({b}, 0.01), recipe.keys);
    for (int step = 0; step < 5; ++step) {
      set_gradient(b, at::full({2, 3}, std::nan("")));
      // A skipped first step still counts as the first: the device does not tell the host.
      if (step > 0) guarded->step(0.05, {}, {}, at::ones({1}));
      set_gradient(a, gradient(a, step));
      set_gradient(b, gradient(b, step));
      plain->step(0.05);
      guarded->step(0.05, {}, {}, at::zeros({}));
    }
    EXPECT_TRUE(at::equal(a, b)) << recipe.name;
    EXPECT_TRUE(plain->state() == guarded->state()) << recipe.name;
  }
}

TEST(Optimizer, GradScaleDividesGradientsForEveryMethod) {
  for (const test::Recipe& recipe : test::recipes()) {
    const at::Tensor a = leaf(start_values({2, 3}));
    const at::Tensor b = leaf(start_values({2, 3}));
    const auto plain = optimizer(recipe.name, one_group({a}), recipe.keys);
    const auto scaled = optimizer(recipe.name, one_group({b}), recipe.keys);
    for (int step = 0; step < 3; ++step) {
      set_gradient(a, gradient(a, step));
      set_gradient(b, gradient(b, step) * 1024);
      plain->step(0.05);
      scaled->step(0.05, {}, at::full({1}, 1024.F), at::zeros({1}));
    }
    EXPECT_TRUE(at::equal(a, b)) << recipe.name;
  }
}

TEST(Optimizer, UndoWherePutsBackOnlySkippedUpdates) {
  const at::Tensor now = at::full({3}, std::nan(""));
  undo_where(at::ones({}), {now}, {at::ones({3})});
  EXPECT_TRUE(at::equal(now, at::ones({3})));
  undo_where(at::zeros({}), {now}, {at::zeros({3})});
  EXPECT_TRUE(at::equal(now, at::ones({3})));
}

TEST(Optimizer, GroupsScaleTheLearningRate) {
  const at::Tensor a = leaf(at::zeros({1}));
  const at::Tensor b = leaf(at::zeros({1}));
  std::vector<ParameterGroup> groups = one_group({a});
  groups.push_back({{"b"}, {b}, 10, 0});
  const auto sgd = optimizer("sgd", groups);
  for (const at::Tensor& parameter : {a, b}) set_gradient(parameter, at::ones({1}));
  sgd->step(0.1);
  EXPECT_FLOAT_EQ(a.item<float>(), -0.1F);
  EXPECT_FLOAT_EQ(b.item<float>(), -1.F);
}

TEST(Optimizer, DifferentDtypesLiveInOneGroup) {
  for (const test::Recipe& recipe : test::recipes()) {
    const at::Tensor narrow = leaf(start_values({4}));
    const at::Tensor wide = leaf(start_values({4}).to(at::kDouble));
    const auto method = optimizer(recipe.name, one_group({narrow, wide}), recipe.keys);
    for (int step = 0; step < 3; ++step) {
      set_gradient(narrow, gradient(narrow, step));
      set_gradient(wide, gradient(narrow, step).to(at::kDouble));
      method->step(0.01);
    }
    EXPECT_TRUE(at::allclose(narrow.to(at::kDouble), wide, 0, 1e-6)) << recipe.name;
  }
}

TEST(Optimizer, ZeroGradDropsEveryGradient) {
  const at::Tensor parameter = leaf(at::zeros({1}));
  const auto sgd = optimizer("sgd", one_group({parameter}));
  set_gradient(parameter, at::ones({1}));
  sgd->zero_grad();
  EXPECT_FALSE(parameter.grad().defined());
}

TEST(Optimizer, RefusesAParameterThatIsAViewWithGaps) {
  const at::Tensor gaps = at::zeros({4, 4}).slice(1, 0, 2);
  try {
    optimizer("sgd", one_group({gaps}));
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("p0"));
  }
}

TEST(Optimizer, AnUnknownNameListsTheKnownOnes) {
  OptimizerOptions options;
  options.method.name = "lion";
  try {
    make_optimizer(options, {});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), ::testing::AllOf(HasSubstr("lion"), HasSubstr("rmsprop")));
  }
}

/// sign(gradient) with a memory of the sum, to see state and skipping at work.
class SignRule final : public UpdateRule {
 public:
  std::vector<std::string> slots(std::optional<double>) const override { return {"total"}; }
  void update(ParameterUpdate& u) const override {
    for (std::size_t i = 0; i < u.parameters.size(); ++i) {
      u.state[0][i].add_(u.gradients[i]);
      u.parameters[i].sub_(u.gradients[i].sign(), u.lr);
    }
  }
};

TEST(Optimizer, AnOwnRuleRegistersByNameAndKeepsState) {
  register_optimizer("sign", nullptr, "test", [](const Node&) {
    return std::unique_ptr<UpdateRule>(std::make_unique<SignRule>());
  });
  const at::Tensor parameter = leaf(at::zeros({2}));
  const auto method = optimizer("sign", one_group({parameter}));
  set_gradient(parameter, at::tensor({3.F, -4.F}));
  method->step(0.5);
  method->step(0.5, {}, {}, at::ones({}));
  EXPECT_TRUE(at::equal(parameter, at::tensor({-0.5F, 0.5F})));
  const auto copy = optimizer("sign", one_group({leaf(at::zeros({2}))}));
  copy->load_state(method->state());
  EXPECT_TRUE(copy->state() == method->state());
  EXPECT_THROW(register_optimizer("sgd", nullptr, "", {}), UsageError);
}

}  // namespace
}  // namespace trainer
