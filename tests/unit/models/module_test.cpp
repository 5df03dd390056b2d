#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/conv.h>
#include <torch/nn/modules/linear.h>
#include <torch/types.h>

#include <trainer/module.h>

#include "network/executor.h"
#include "network/freeze.h"
#include "unit/models/model_text.h"
#include "unit/network/thrown.h"

namespace trainer {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct OwnOptions {
  std::int64_t width = 4;
  static const OptionTable& options() {
    static const OptionTable table =
        OptionTableOf<OwnOptions>().add("width", &OwnOptions::width, "channels");
    return table;
  }
};

struct OwnNet : torch::nn::Module {
  OwnNet(std::int64_t channels, std::int64_t width, std::int64_t classes)
      : conv(register_module("conv", torch::nn::Conv2d(channels, width, 1))),
        bn(register_module("bn", torch::nn::BatchNorm2d(width))),
        fc(register_module("fc", torch::nn::Linear(width, classes))) {
    scale = register_parameter("scale", torch::ones({1}));
    calls = register_buffer("calls", torch::zeros({1}));
  }
  at::Tensor forward(const at::Tensor& x) {
    if (is_training()) calls.add_(1);
    return fc(at::relu(bn(conv(x))).mean({2, 3})) * scale;
  }
  torch::nn::Conv2d conv;
  torch::nn::BatchNorm2d bn;
  torch::nn::Linear fc;
  at::Tensor scale, calls;
};

Network own_network(const std::string& options = "{}") {
  static const bool registered = [] {
    register_module(
        "module_test_net",
        &OwnOptions::options(),
        "a test",
        [](const ModelRequest& request, const Node& node) {
          const auto own = read_options<OwnOptions>(node);
          return UserModule(std::make_shared<OwnNet>(request.channels, own.width, request.classes));
        });
    return true;
  }();
  EXPECT_TRUE(registered);
  return described("module_test_net", {3, 8, 8, 5}, options);
}

TEST(RegisterModule, MakesAnOwnModuleAModelWithItsOptions) {
  NetworkModule module(own_network("width: 6"));
  EXPECT_TRUE(module.network().has_opaque());
  EXPECT_EQ(module.forward(torch::rand({2, 3, 8, 8})).sizes(), (at::IntArrayRef{2, 5}));
  EXPECT_EQ(module.named_parameters()["conv.weight"].size(0), 6);
}

TEST(RegisterModule, KeepsTheModulesOwnNames) {
  const NetworkModule module(own_network());
  std::vector<std::string> keys;
  for (const auto& [key, tensor] : state_dict(module)) keys.push_back(key);
  EXPECT_THAT(keys,
              ElementsAre("scale",
                          "calls",
                          "conv.weight",
                          "conv.bias",
                          "bn.weight",
                          "bn.bias",
                          "bn.running_mean",
                          "bn.running_var",
                          "bn.num_batches_tracked",
                          "fc.weight",
                          "fc.bias"));
}

TEST(RegisterModule, TrainsAndFollowsTheMode) {
  NetworkModule module(own_network());
  module.forward(torch::rand({2, 3, 8, 8})).sum().backward();
  for (const auto& item : module.named_parameters()) {
    EXPECT_TRUE(item.value().grad().defined()) << item.key();
  }
  module.eval();
  module.forward(torch::rand({2, 3, 8, 8}));
  module.train();
  module.forward(torch::rand({2, 3, 8, 8}));
  EXPECT_EQ(module.named_buffers()["calls"].item<double>(), 2);
}

TEST(RegisterModule, MovesWithTheNetwork) {
  NetworkModule module(own_network());
  module.to(torch::kFloat64);
  EXPECT_EQ(module.forward(torch::rand({2, 3, 8, 8}, torch::kFloat64)).scalar_type(),
            torch::kFloat64);
}

TEST(RegisterModule, FreezesByName) {
  NetworkModule module(own_network());
  EXPECT_THAT(freeze(module, {"bn.*"}), ElementsAre("bn.weight", "bn.bias"));
  module.train();
  EXPECT_FALSE(module.named_modules("", /*include_self=*/false)["bn"]->is_training());
  EXPECT_THAT(norm_and_bias_names(module),
              ElementsAre("scale", "conv.bias", "bn.weight", "bn.bias", "fc.bias"));
}

TEST(RegisterModule, RefusesANameThatIsTakenAndEmptyFactories) {
  const ModuleFactory factory = [](const ModelRequest&, const Node&) {
    return UserModule(nullptr, nullptr);
  };
  EXPECT_THROW(register_module("resnet18", nullptr, "mine", factory), UsageError);
  EXPECT_THROW(register_module("nothing", nullptr, "none", nullptr), UsageError);
  register_module("module_test_empty", nullptr, "a test", factory);
  const Network network = described("module_test_empty");
  EXPECT_THAT(thrown<UsageError>([&] { NetworkModule module{network}; }),
              HasSubstr("\"module_test_empty\" gave no module"));
}

}  // namespace
}  // namespace trainer
