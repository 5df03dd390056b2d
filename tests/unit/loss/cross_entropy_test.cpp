#include "loss/cross_entropy.h"

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>

#include "loss/loss.h"
#include "unit/optim/component.h"

namespace trainer {
namespace {

using ::testing::HasSubstr;
using Labels = std::vector<std::int64_t>;

std::unique_ptr<Loss> loss(const std::map<std::string, std::string>& keys = {},
                           const Labels& counts = {1, 1, 1}) {
  return make_loss({test::component(loss_catalog(), "cross_entropy", keys)}, counts);
}

at::Tensor logits() {
  return at::tensor({1.F, 2.F, 0.5F, -1.F, 0.F, 3.F}).reshape({2, 3});
}

/// -log softmax in double.
double negative_log(int row, int of) {
  const at::Tensor values = logits()[row].to(at::kDouble);
  return -(values.log_softmax(0))[of].item<double>();
}

double value(const Loss& criterion, const at::Tensor& labels) {
  return criterion.sum(logits(), labels).item<double>();
}

TEST(CrossEntropy, IsTheSumOverTheBatchAndItsCount) {
  const auto criterion = loss();
  EXPECT_NEAR(value(*criterion, at::tensor({1, 0}, at::kLong)),
              negative_log(0, 1) + negative_log(1, 0),
              1e-6);
  EXPECT_EQ(criterion->normaliser({1, 0}), 2);
  EXPECT_EQ(criterion->normaliser({}), 0);
  EXPECT_EQ(criterion->soft_normaliser(7), 7);
}

TEST(CrossEntropy, WeightsScaleLabelsAndNormaliser) {
  const auto criterion = loss({{"class_weights", "[2, 0.5, 1]"}});
  EXPECT_NEAR(value(*criterion, at::tensor({1, 0}, at::kLong)),
              0.5 * negative_log(0, 1) + 2 * negative_log(1, 0),
              1e-6);
  EXPECT_EQ(criterion->normaliser({1, 0, 2}), 3.5);
}

TEST(CrossEntropy, BalancedUsesTheTrainingSplit) {
  const auto criterion = loss({{"class_weights", "balanced"}}, {1, 2, 3});
  EXPECT_NEAR(criterion->normaliser({0, 1, 2}), 2 + 1 + 2.0 / 3, 1e-6);
}

TEST(CrossEntropy, SmoothingSpreadsTheLabel) {
  const auto criterion = loss({{"label_smoothing", "0.3"}});
  double expected = 0;
  for (int of = 0; of < 3; ++of) expected += (of == 1 ? 0.8 : 0.1) * negative_log(0, of);
  EXPECT_NEAR(criterion->sum(logits().slice(0, 0, 1), at::tensor({1}, at::kLong)).item<double>(),
              expected,
              1e-6);
}

TEST(CrossEntropy, SoftLabelsOfOneClassEqualHardOnes) {
  const auto criterion = loss({{"label_smoothing", "0.1"}, {"class_weights", "[2, 0.5, 1]"}});
  const at::Tensor hard = at::tensor({1, 0}, at::kLong);
  const at::Tensor soft = at::one_hot(hard, 3).to(at::kFloat);
  EXPECT_NEAR(value(*criterion, hard), value(*criterion, soft), 1e-5);
}

TEST(CrossEntropy, RefusesALabelThatIsNoClass) {
  const auto criterion = loss();
  for (const std::int64_t label : {3, -1, -100}) {
    const at::Tensor labels = at::tensor({std::int64_t{0}, label}, at::kLong);
    try {
      criterion->sum(logits(), labels);
      ADD_FAILURE() << label;
    } catch (const DataError& error) {
      EXPECT_THAT(error.what(), HasSubstr("expected labels from 0 to 2 (3 classes), found label"));
    }
    EXPECT_THROW(criterion->normaliser({0, label}), DataError);
  }
}

TEST(CrossEntropy, RefusesLogitsOfOtherClasses) {
  EXPECT_THROW(loss()->sum(at::zeros({2, 4}), at::zeros({2}, at::kLong)), InternalError);
}

TEST(CrossEntropy, AWeightListOfAnotherLengthFailsAtConstruction) {
  try {
    loss({{"class_weights", "[1, 2]"}});
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_THAT(error.what(), HasSubstr("run.yaml:7:3"));
    EXPECT_THAT(error.what(), HasSubstr("3 classes"));
  }
}

TEST(CrossEntropy, IsWhatTheFactoryMakes) {
  const Component method = test::component(loss_catalog(), "cross_entropy");
  EXPECT_EQ(make_cross_entropy({{1, 1, 1}}, method.options)->normaliser({0, 1, 2}), 3);
}

TEST(Loss, AnUnknownNameListsTheKnownOnes) {
  LossOptions options;
  options.method.name = "hinge";
  try {
    make_loss(options, {1, 1});
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), ::testing::AllOf(HasSubstr("hinge"), HasSubstr("cross_entropy")));
  }
}

class CountingLoss final : public Loss {
 public:
  at::Tensor sum(const at::Tensor& values, const at::Tensor&) const override {
    return values.sum();
  }
  double normaliser(const Labels& labels) const override {
    return static_cast<double>(labels.size());
  }
  void to(const at::Device&) override {}
};

TEST(Loss, AnOwnLossRegistersByName) {
  register_loss("counting", nullptr, "test", [](const LossRequest& request, const Node&) {
    EXPECT_EQ(request.class_counts.size(), 2U);
    return std::unique_ptr<Loss>(std::make_unique<CountingLoss>());
  });
  const auto own = make_loss({test::component(loss_catalog(), "counting")}, {4, 5});
  EXPECT_EQ(own->sum(at::ones({2, 2}), {}).item<float>(), 4);
  EXPECT_THROW(register_loss("cross_entropy", nullptr, "", {}), UsageError);
}

}  // namespace
}  // namespace trainer
