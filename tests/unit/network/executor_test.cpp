#include "network/executor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/conv.h>
#include <torch/types.h>

#include <trainer/error.h>
#include <trainer/module.h>
#include <trainer/network_builder.h>

#include "network/layout.h"
#include "unit/network/thrown.h"

namespace trainer {
namespace {

using testing::HasSubstr;

constexpr int kInput = NetworkBuilder::kInput;

/// A residual block with everything that the executor may run in place.
Network residual_network(double dropout = 0) {
  NetworkBuilder net({3, 8, 8}, 5);
  int x = net.conv2d("stem.conv", kInput, {.out = 4, .kernel = 3, .padding = 1, .bias = false});
  x = net.relu("stem.relu", net.batch_norm2d("stem.bn", x));
  int y = net.conv2d("block.conv", x, {.out = 4, .kernel = 3, .padding = 1});
  y = net.batch_norm2d("block.bn", y);
  x = net.relu("block.relu", net.add("block.add", y, x));
  x = net.flatten("flat", net.avg_pool2d("pool", net.max_pool2d("max", x, {}), {}));
  if (dropout > 0) x = net.dropout("drop", x, dropout);
  net.linear("fc", x, 5);
  return net.finish();
}

at::Tensor parameter(const torch::nn::Module& module, const std::string& name) {
  return module.named_parameters()[name];
}

TEST(NetworkModule, RegistersLibTorchsModulesUnderDottedNames) {
  const NetworkModule module(residual_network());
  EXPECT_THAT(module.named_parameters().keys(),
              testing::ElementsAre("stem.conv.weight",
                                   "stem.bn.weight",
                                   "stem.bn.bias",
                                   "block.conv.weight",
                                   "block.conv.bias",
                                   "block.bn.weight",
                                   "block.bn.bias",
                                   "fc.weight",
                                   "fc.bias"));
  EXPECT_NE(module.named_modules("", /*include_self=*/false)["stem.conv"]->as<torch::nn::Conv2d>(),
            nullptr);
  EXPECT_NE(
      module.named_modules("", /*include_self=*/false)["block.bn"]->as<torch::nn::BatchNorm2d>(),
      nullptr);
}

TEST(NetworkModule, ComputesWhatTheListSays) {
  NetworkModule module(residual_network());
  module.eval();
  const torch::NoGradGuard no_grad;
  const at::Tensor x = torch::rand({2, 3, 8, 8});
  const auto p = [&module](const char* name) { return parameter(module, name); };
  // Batch norm in evaluation mode at the start divides by sqrt(1 + eps) only.
  const double scale = 1 / std::sqrt(1 + 1e-5);
  const at::Tensor stem = at::relu(at::conv2d(x, p("stem.conv.weight"), {}, 1, 1) * scale);
  const at::Tensor block =
      at::conv2d(stem, p("block.conv.weight"), p("block.conv.bias"), 1, 1) * scale;
  const at::Tensor pooled = at::avg_pool2d(at::max_pool2d(at::relu(block + stem), 2), 2);
  const at::Tensor expected = at::linear(pooled.flatten(1), p("fc.weight"), p("fc.bias"));
  EXPECT_TRUE(at::allclose(module.forward(x), expected, 1e-5, 1e-6));
}

TEST(NetworkModule, GradientsEqualThoseWithoutAnythingInPlace) {
  torch::manual_seed(3);
  NetworkModule module(residual_network());
  const at::Tensor x = torch::rand({2, 3, 8, 8});
  module.forward(x).square().sum().backward();
  const auto p = [&module](const char* name) {
    return parameter(module, name).detach().clone().set_requires_grad(true);
  };
  const at::Tensor conv1 = p("stem.conv.weight"), conv2 = p("block.conv.weight");
  const at::Tensor bias2 = p("block.conv.bias"), fc = p("fc.weight"), fc_bias = p("fc.bias");
  const at::Tensor one = torch::ones(4), zero = torch::zeros(4);
  const auto norm = [&](const at::Tensor& v) {
    return at::batch_norm(v, one, zero, {}, {}, true, 0.1, 1e-5, false);
  };
  const at::Tensor stem = at::relu(norm(at::conv2d(x, conv1, {}, 1, 1)));
  const at::Tensor block = norm(at::conv2d(stem, conv2, bias2, 1, 1));
  const at::Tensor pooled = at::avg_pool2d(at::max_pool2d(at::relu(block + stem), 2), 2);
  at::linear(pooled.flatten(1), fc, fc_bias).square().sum().backward();
  EXPECT_TRUE(at::allclose(parameter(module, "stem.conv.weight").grad(), conv1.grad(), 1e-3, 1e-4));
  EXPECT_TRUE(
      at::allclose(parameter(module, "block.conv.weight").grad(), conv2.grad(), 1e-3, 1e-4));
  EXPECT_TRUE(at::allclose(parameter(module, "fc.weight").grad(), fc.grad(), 1e-3, 1e-4));
}

TEST(NetworkModule, GivesEveryParameterAGradient) {
  NetworkModule module(residual_network());
  module.forward(torch::rand({2, 3, 8, 8})).square().sum().backward();
  for (const auto& item : module.named_parameters()) {
    ASSERT_TRUE(item.value().grad().defined()) << item.key();
  }
}

TEST(NetworkModule, LeavesTheImagesAsTheyAre) {
  NetworkBuilder net({1, 4, 4}, 16);
  net.flatten("flat", net.relu("relu", kInput));
  NetworkModule module(net.finish());
  const at::Tensor images = torch::full({1, 1, 4, 4}, -1.0);
  module.forward(images);
  EXPECT_EQ(images.min().item<double>(), -1.0);
}

TEST(NetworkModule, DropsOnlyInTrainingAndFromTorchsGenerator) {
  NetworkModule module(residual_network(0.5));
  const at::Tensor x = torch::rand({2, 3, 8, 8});
  torch::manual_seed(1);
  const at::Tensor first = module.forward(x);
  torch::manual_seed(1);
  EXPECT_TRUE(at::equal(module.forward(x), first));
  EXPECT_FALSE(at::equal(module.forward(x), first));
  module.eval();
  EXPECT_TRUE(at::equal(module.forward(x), module.forward(x)));
}

TEST(NetworkModule, RunningStatisticsMoveOnlyInTraining) {
  NetworkModule module(residual_network());
  const at::Tensor mean = module.named_buffers()["stem.bn.running_mean"];
  module.eval();
  module.forward(torch::rand({2, 3, 8, 8}));
  EXPECT_EQ(mean.abs().sum().item<double>(), 0);
  module.train();
  module.forward(torch::rand({2, 3, 8, 8}));
  EXPECT_NE(mean.abs().sum().item<double>(), 0);
  EXPECT_EQ(module.named_buffers()["stem.bn.num_batches_tracked"].item<std::int64_t>(), 1);
}

TEST(NetworkModule, ChannelsLastGivesTheSameResult) {
  torch::manual_seed(2);
  NetworkModule module(residual_network());
  module.eval();
  const at::Tensor x = torch::rand({2, 3, 8, 8});
  const at::Tensor expected = module.forward(x);
  to_channels_last(module);
  EXPECT_TRUE(parameter(module, "block.conv.weight").is_contiguous(at::MemoryFormat::ChannelsLast));
  const at::Tensor got = module.forward(x.contiguous(at::MemoryFormat::ChannelsLast));
  EXPECT_LT((got - expected).abs().max().item<double>(), 1e-4);
}

TEST(NetworkModule, ChannelsLastKeepsTheParameterObjects) {
  NetworkModule module(residual_network());
  const at::Tensor before = parameter(module, "stem.conv.weight");
  to_channels_last(module);
  EXPECT_TRUE(before.is_same(parameter(module, "stem.conv.weight")));
  EXPECT_TRUE(before.requires_grad());
}

TEST(NetworkModule, ChannelsLastReachesAWeightOfOneInputChannel) {
  NetworkBuilder net({1, 8, 8}, 16);
  net.flatten("flatten",
              net.global_avg_pool(
                  "pool", net.conv2d("conv", NetworkBuilder::kInput, {.out = 16, .kernel = 3})));
  NetworkModule module(net.finish());
  to_channels_last(module);
  const at::Tensor weight = parameter(module, "conv.weight");
  // Its memory is contiguous in both formats: the strides are what LibTorch goes by.
  EXPECT_EQ(weight.suggest_memory_format(), at::MemoryFormat::ChannelsLast);
  const at::Tensor map = at::conv2d(torch::rand({2, 1, 8, 8}), weight);
  EXPECT_TRUE(map.is_contiguous(at::MemoryFormat::ChannelsLast));
}

/// Passes its input on and remembers, without holding, what it was.
struct Probe : torch::nn::Module {
  c10::weak_intrusive_ptr<at::TensorImpl> seen{at::empty({0}).getIntrusivePtr()};
  at::Tensor forward(const at::Tensor& x) {
    seen = c10::weak_intrusive_ptr<at::TensorImpl>(x.getIntrusivePtr());
    return x + 1;
  }
};

TEST(NetworkModule, FreesAValueAtItsLastUse) {
  const auto probe = std::make_shared<Probe>();
  bool freed_at_next = true;
  bool freed_at_end = false;
  NetworkBuilder net({1, 2, 2}, 4);
  const auto own = [&net](const char* name, int input, const std::function<UserModule()>& make) {
    op::Opaque opaque;
    opaque.what = name;
    opaque.output = {1, 2, 2};
    opaque.module = std::make_shared<OpaqueModule>(make);
    return net.node(name, opaque, {input});
  };
  const auto look = [&probe](bool& freed) {
    return [&probe, &freed] {
      return UserModule(std::make_shared<torch::nn::Module>(), [&probe, &freed](at::Tensor x) {
        freed = probe->seen.expired();
        return x;
      });
    };
  };
  const int a = net.conv2d("a", kInput, {.out = 1});
  const int b = own("probe", a, [&probe] { return UserModule(probe); });
  const int c = own("next", b, look(freed_at_next));
  const int d = net.add("sum", a, c);  // the last use of a
  const int e = net.activation("tanh", d, op::ActivationKind::tanh);
  net.flatten("flat", own("end", e, look(freed_at_end)));
  NetworkModule module(net.finish());
  const torch::NoGradGuard no_grad;
  module.forward(torch::rand({1, 1, 2, 2}));
  EXPECT_FALSE(freed_at_next);
  EXPECT_TRUE(freed_at_end);
}

TEST(NetworkModule, RefusesImagesThatItWasNotMadeFor) {
  NetworkModule module(residual_network());
  EXPECT_THAT(thrown<UsageError>([&] {
                module.forward(torch::rand({2, 1, 8, 8}));
              }),
              HasSubstr("made for images of 3x8x8, got 1x8x8"));
  EXPECT_THAT(thrown<UsageError>([&] {
                module.forward(torch::rand({2, 3, 16, 16}));
              }),
              HasSubstr("linear was made for 16 features, got 64"));
}

TEST(NetworkModule, RefusesAnOpaqueNodeThatCannotBeMade) {
  NetworkBuilder net({1, 2, 2}, 4);
  net.node("", op::Opaque{"mine", {4}, nullptr}, {kInput});
  const Network network = net.finish();
  EXPECT_THAT(thrown<UsageError>([&] { NetworkModule module{network}; }), HasSubstr("\"mine\""));
}

}  // namespace
}  // namespace trainer
