#include <fstream>

#include <gtest/gtest.h>

#include "network/node_facts.h"
#include "unit/models/model_text.h"

namespace trainer {
namespace {

/// Keys and shapes of the weights and biases in a fixture that torchvision wrote.
std::vector<std::string> parameters_in(const std::string& file) {
  std::ifstream lines(std::string(TRAINER_TEST_FILES) + "/models/" + file);
  std::vector<std::string> parameters;
  std::string key, shape, dtype;
  while (lines >> key >> shape >> dtype) {
    const std::string last = key.substr(key.rfind('.') + 1);
    if (last == "weight" || last == "bias") parameters.push_back(key + " " + shape);
  }
  return parameters;
}

std::vector<std::string> parameters_of_network(const Network& network) {
  std::vector<std::string> parameters;
  for (const std::string& path : network.registration) {
    for (const NetworkNode& node : network.nodes) {
      if (node.name != path) continue;
      for (const ParameterFact& fact : parameters_of(node)) {
        parameters.push_back(fact.name + " " + shape_text(fact.shape));
      }
    }
  }
  return parameters;
}

TEST(ResNet, HasTorchvisionsNumberOfParameters) {
  EXPECT_EQ(described("resnet18").parameter_count(), 11'689'512);
  EXPECT_EQ(described("resnet34").parameter_count(), 21'797'672);
  EXPECT_EQ(described("resnet50").parameter_count(), 25'557'032);
  EXPECT_EQ(described("resnet101").parameter_count(), 44'549'160);
  EXPECT_EQ(described("resnet152").parameter_count(), 60'192'808);
  EXPECT_EQ(described("wide_resnet50_2").parameter_count(), 68'883'240);
  EXPECT_EQ(described("resnext50_32x4d").parameter_count(), 25'028'904);
}

// torchvision's documentation gives these numbers of multiply-adds in units of 10^9.
TEST(ResNet, HasTorchvisionsNumberOfMultiplyAdds) {
  const auto giga = [](const char* name) {
    return static_cast<double>(described(name).flops()) / 2e9;
  };
  EXPECT_NEAR(giga("resnet18"), 1.814, 0.0005);
  EXPECT_NEAR(giga("resnet34"), 3.664, 0.0005);
  EXPECT_NEAR(giga("resnet50"), 4.089, 0.0005);
  EXPECT_NEAR(giga("resnet101"), 7.801, 0.0005);
  EXPECT_NEAR(giga("resnet152"), 11.514, 0.0005);
  EXPECT_NEAR(giga("wide_resnet50_2"), 11.398, 0.0005);
  EXPECT_NEAR(giga("resnext50_32x4d"), 4.230, 0.0005);
}

TEST(ResNet, HasTorchvisionsParameterNamesShapesAndOrder) {
  for (const std::string name : {"resnet18", "resnet50", "resnext50_32x4d"}) {
    const std::vector<std::string> expected = parameters_in(name + ".state_dict.txt");
    ASSERT_GT(expected.size(), 60U) << name;
    EXPECT_EQ(parameters_of_network(described(name)), expected) << name;
  }
}

TEST(ResNet, ShrinksTheMapAsTorchvisionDoes) {
  const Network network = described("resnet18");
  const auto shape_of = [&network](const std::string& name) {
    for (const NetworkNode& node : network.nodes) {
      if (node.name == name) return node.output;
    }
    return Shape{};
  };
  EXPECT_EQ(shape_of("conv1"), (Shape{64, 112, 112}));
  EXPECT_EQ(shape_of("maxpool"), (Shape{64, 56, 56}));
  EXPECT_EQ(shape_of("layer4.1.relu"), (Shape{512, 7, 7}));
  EXPECT_EQ(network.classifier, "fc");
}

TEST(ResNet, CifarStemKeepsTheSize) {
  const Network network = described("resnet18_cifar", {3, 32, 32, 10});
  EXPECT_EQ(network.nodes[0].output, (Shape{64, 32, 32}));
  EXPECT_EQ(network.parameter_count(), 11'173'962);
  EXPECT_EQ(described("resnet50_cifar", {3, 32, 32, 10}).parameter_count(), 23'520'842);
}

TEST(ResNet, WorksForAnyImageSizeAndNumberOfChannels) {
  for (const std::int64_t size : {1, 2, 17, 96, 333}) {
    const Network network = described("resnet50", {1, size, size + 3, 7});
    EXPECT_EQ(network.output(), (Shape{7}));
  }
}

TEST(ResNet, ZeroInitResidualStartsTheLastNormOfEachBlockAtZero) {
  for (const std::string name : {"resnet18", "resnet50"}) {
    const Network network = described(name, {}, "zero_init_residual: true");
    std::vector<std::string> zeros;
    for (const NetworkNode& node : network.nodes) {
      if (node.weight_init == Init::zero) zeros.push_back(node.name);
    }
    ASSERT_EQ(zeros.size(), name == "resnet18" ? 8U : 16U);
    EXPECT_EQ(zeros.front(), name == "resnet18" ? "layer1.0.bn2" : "layer1.0.bn3");
  }
}

}  // namespace
}  // namespace trainer
