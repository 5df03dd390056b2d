#include "network/freeze.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/types.h>

#include <trainer/error.h>
#include <trainer/network_builder.h>

#include "network/executor.h"
#include "unit/network/thrown.h"

namespace trainer {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Network network() {
  NetworkBuilder net({3, 4, 4}, 2);
  int x = net.conv2d("conv1", NetworkBuilder::kInput, {.out = 2, .bias = false});
  x = net.conv2d("conv2", net.batch_norm2d("bn1", x), {.out = 2, .bias = false});
  net.linear("fc", net.flatten("flat", net.batch_norm2d("bn2", x)), 2);
  return net.finish();
}

bool training(const NetworkModule& module, const std::string& name) {
  return module.named_modules("", /*include_self=*/false)[name]->is_training();
}

TEST(Freeze, TakesMatchingParametersOutOfTraining) {
  NetworkModule module(network());
  EXPECT_THAT(freeze(module, {"conv1.*", "*2.bias"}), ElementsAre("conv1.weight", "bn2.bias"));
  for (const auto& item : module.named_parameters()) {
    const bool frozen = item.key() == "conv1.weight" || item.key() == "bn2.bias";
    EXPECT_EQ(item.value().requires_grad(), !frozen) << item.key();
  }
}

TEST(Freeze, FrozenBatchNormsStayInEvaluationMode) {
  NetworkModule module(network());
  freeze(module, {"bn1.*", "bn2.bias"});
  EXPECT_FALSE(training(module, "bn1"));
  EXPECT_TRUE(training(module, "bn2")) << "its weight is trained";
  module.eval();
  module.train();
  EXPECT_TRUE(module.is_training());
  EXPECT_FALSE(training(module, "bn1"));
  EXPECT_TRUE(training(module, "bn2"));
  module.forward(torch::rand({2, 3, 4, 4}));
  EXPECT_EQ(module.named_buffers()["bn1.num_batches_tracked"].item<std::int64_t>(), 0);
  EXPECT_EQ(module.named_buffers()["bn2.num_batches_tracked"].item<std::int64_t>(), 1);
}

TEST(Freeze, GradientsStillReachWhatLiesBeforeAFrozenLayer) {
  NetworkModule module(network());
  freeze(module, {"bn1.*", "conv2.*"});
  module.forward(torch::rand({2, 3, 4, 4})).square().sum().backward();
  EXPECT_TRUE(module.named_parameters()["conv1.weight"].grad().defined());
  EXPECT_FALSE(module.named_parameters()["conv2.weight"].grad().defined());
}

TEST(Freeze, NoGlobsChangeNothing) {
  NetworkModule module(network());
  EXPECT_TRUE(freeze(module, {}).empty());
}

TEST(Freeze, AGlobWithoutAMatchIsAnErrorAndFreezesNothing) {
  NetworkModule module(network());
  EXPECT_THAT(thrown<UsageError>([&] {
                freeze(module, {"fc.*", "con1.*"});
              }),
              HasSubstr("\"con1.*\" matches none; did you mean \"conv1.*\"?"));
  EXPECT_TRUE(module.named_parameters()["fc.weight"].requires_grad());
  EXPECT_THROW(freeze(module, {"con1.*"}, {"a.yaml", 2, 3}), ConfigError);
}

TEST(Freeze, FreezingEverythingIsAnError) {
  NetworkModule module(network());
  EXPECT_THAT(thrown<UsageError>([&] { freeze(module, {"*"}); }),
              HasSubstr("leave something to train"));
  EXPECT_THROW(freeze(module, {"*"}, {"a.yaml", 2, 3}), ConfigError);
  EXPECT_TRUE(module.named_parameters()["fc.weight"].requires_grad());
}

}  // namespace
}  // namespace trainer
