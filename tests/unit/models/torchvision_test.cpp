#include <fstream>
#include <sstream>

#include <ATen/Parallel.h>
#include <gtest/gtest.h>
#include <torch/types.h>

#include "network/executor.h"
#include "unit/models/model_text.h"

// The fixtures come from torchvision: tests/data/models/make_fixtures.py.
namespace trainer {
namespace {

std::ifstream fixture(const std::string& name) {
  std::ifstream file(std::string(TRAINER_TEST_FILES) + "/models/" + name);
  EXPECT_TRUE(file.is_open()) << name;
  return file;
}

const char* dtype_text(const at::Tensor& tensor) {
  return tensor.scalar_type() == torch::kFloat32 ? "float32" : "int64";
}

std::vector<std::string> lines_of(const NetworkModule& module) {
  std::vector<std::string> lines;
  for (const auto& [key, tensor] : state_dict(module)) {
    const std::string shape = shape_text(tensor.sizes().vec());
    lines.push_back(key + " " + (shape.empty() ? "-" : shape) + " " + dtype_text(tensor));
  }
  return lines;
}

TEST(Torchvision, StateDictsHaveTheSameKeysShapesTypesAndOrder) {
  for (const std::string name : {"resnet18",
                                 "resnet50",
                                 "resnext50_32x4d",
                                 "vgg11_bn",
                                 "densenet121",
                                 "mobilenet_v3_small",
                                 "mobilenet_v3_large",
                                 "efficientnet_b0",
                                 "convnext_tiny",
                                 "vit_b_32"}) {
    std::ifstream file = fixture(name + ".state_dict.txt");
    std::vector<std::string> expected;
    for (std::string line; std::getline(file, line);) expected.push_back(line);
    EXPECT_EQ(lines_of(NetworkModule(described(name))), expected) << name;
  }
}

TEST(Torchvision, TheSameSeedGivesTheSameWeights) {
  for (const std::string name : {"resnet18",
                                 "resnet50",
                                 "densenet121",
                                 "mobilenet_v3_small",
                                 "efficientnet_b0",
                                 "convnext_tiny"}) {
    torch::manual_seed(7);
    const NetworkModule module(described(name, {3, 64, 64, 10}));
    std::ifstream file = fixture(name + ".seed7.txt");
    std::size_t compared = 0;
    for (const auto& [key, tensor] : state_dict(module)) {
      if (!tensor.is_floating_point()) continue;
      std::string expected_key;
      double first = 0, middle = 0, last = 0;
      ASSERT_TRUE(file >> expected_key >> first >> middle >> last);
      ASSERT_EQ(key, expected_key);
      const at::Tensor flat = tensor.flatten();
      EXPECT_NEAR(flat[0].item<double>(), first, 1e-6) << name << " " << key;
      EXPECT_NEAR(flat[flat.numel() / 2].item<double>(), middle, 1e-6) << name << " " << key;
      EXPECT_NEAR(flat[-1].item<double>(), last, 1e-6) << name << " " << key;
      ++compared;
    }
    EXPECT_GT(compared, 60U);
  }
}

/// offset + scale * sin(0.37 * i + phase) at element i.
at::Tensor wave(at::IntArrayRef shape, double offset, double scale, double phase) {
  std::int64_t count = 1;
  for (const std::int64_t extent : shape) count *= extent;
  const at::Tensor index = torch::arange(count, torch::kFloat64);
  return (offset + scale * (index * 0.37 + phase).sin()).to(torch::kFloat32).reshape(shape);
}

void fill(const NetworkModule& module) {
  double phase = 0;
  for (const auto& [key, tensor] : state_dict(module)) {
    const bool positive = key.ends_with("running_var") || key.ends_with("weight");
    if (tensor.dim() > 1) {
      const double fan_in = static_cast<double>(tensor[0].numel());
      tensor.copy_(wave(tensor.sizes(), 0, std::sqrt(2 / fan_in), phase));
    } else if (tensor.is_floating_point()) {
      tensor.copy_(wave(tensor.sizes(), positive ? 1 : 0, positive ? 0.2 : 0.1, phase));
    }
    ++phase;
  }
}

void expect_rows(std::ifstream& file, const at::Tensor& logits) {
  for (std::int64_t row = 0; row < logits.size(0); ++row) {
    for (std::int64_t column = 0; column < logits.size(1); ++column) {
      double expected = 0;
      ASSERT_TRUE(file >> expected);
      EXPECT_NEAR(logits[row][column].item<double>(), expected, 1e-4) << row << " " << column;
    }
  }
}

TEST(Torchvision, Resnet18GivesTheSameLogitsFromTheSameWeights) {
  at::set_num_threads(1);
  const torch::NoGradGuard no_grad;
  NetworkModule module(described("resnet18", {3, 64, 64, 10}));
  fill(module);
  const at::Tensor images = wave({4, 3, 64, 64}, 0, 1, 0.5);
  std::ifstream file = fixture("resnet18.logits.txt");
  module.eval();
  expect_rows(file, module.forward(images));
  module.train();
  expect_rows(file, module.forward(images));
}

TEST(Torchvision, OtherFamiliesGiveTheSameLogitsFromTheSameWeights) {
  at::set_num_threads(1);
  const torch::NoGradGuard no_grad;
  const at::Tensor images = wave({4, 3, 64, 64}, 0, 1, 0.5);
  for (const std::string name : {"densenet121",
                                 "mobilenet_v3_small",
                                 "mobilenet_v3_large",
                                 "efficientnet_b0",
                                 "convnext_tiny",
                                 "vit_b_32"}) {
    SCOPED_TRACE(name);
    NetworkModule module(described(name, {3, 64, 64, 10}));
    fill(module);
    module.eval();
    std::ifstream file = fixture(name + ".logits.txt");
    expect_rows(file, module.forward(images));
  }
}

}  // namespace
}  // namespace trainer
