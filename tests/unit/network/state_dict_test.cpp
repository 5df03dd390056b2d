#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/nn/modules/linear.h>

#include <trainer/module.h>
#include <trainer/network_builder.h>

#include "network/executor.h"

namespace trainer {
namespace {

using testing::ElementsAre;

NetworkBuilder builder() {
  NetworkBuilder net({3, 4, 4}, 2);
  net.batch_norm2d("stem.bn", net.conv2d("stem.conv", NetworkBuilder::kInput, {.out = 2}));
  return net;
}

std::vector<std::string> keys_of(const torch::nn::Module& module) {
  std::vector<std::string> keys;
  for (const auto& [key, tensor] : state_dict(module)) keys.push_back(key);
  return keys;
}

TEST(StateDict, HasPythonsKeysInPythonsOrder) {
  NetworkBuilder net = builder();
  net.linear("fc", net.flatten("flat", 1), 2);
  const NetworkModule module(net.finish());
  EXPECT_THAT(keys_of(module),
              ElementsAre("stem.conv.weight",
                          "stem.conv.bias",
                          "stem.bn.weight",
                          "stem.bn.bias",
                          "stem.bn.running_mean",
                          "stem.bn.running_var",
                          "stem.bn.num_batches_tracked",
                          "fc.weight",
                          "fc.bias"));
}

TEST(StateDict, HoldsTheModulesOwnTensors) {
  NetworkBuilder net = builder();
  net.linear("fc", net.flatten("flat", 1), 2);
  const NetworkModule module(net.finish());
  EXPECT_TRUE(state_dict(module).front().second.is_same(module.parameters().front()));
}

TEST(NormAndBiasNames, OfAModuleKnowWhatIsInsideOpaqueNodes) {
  NetworkBuilder net = builder();
  op::Opaque opaque;
  opaque.what = "head";
  opaque.output = {2};
  opaque.module = std::make_shared<OpaqueModule>(
      [] { return UserModule(std::make_shared<torch::nn::LinearImpl>(32, 2)); });
  net.node("head", opaque, {net.flatten("flat", 1)});
  const NetworkModule module(net.finish());
  EXPECT_THAT(norm_and_bias_names(module),
              ElementsAre("stem.conv.bias", "stem.bn.weight", "stem.bn.bias", "head.bias"));
}

}  // namespace
}  // namespace trainer
