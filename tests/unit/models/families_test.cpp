#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/models/model_text.h"

// Names, shapes and logits are compared with torchvision's in torchvision_test.cpp.
namespace trainer {
namespace {

using testing::HasSubstr;

std::int64_t parameters(const std::string& name) {
  return described(name).parameter_count();
}

const NetworkNode& node(const Network& network, const std::string& name) {
  for (const NetworkNode& candidate : network.nodes) {
    if (candidate.name == name) return candidate;
  }
  throw UsageError("no node named " + name);
}

// The counts that torchvision's documentation states.
TEST(Families, HaveTorchvisionsNumberOfParameters) {
  EXPECT_EQ(parameters("wide_resnet101_2"), 126'886'696);
  EXPECT_EQ(parameters("resnext101_32x8d"), 88'791'336);
  EXPECT_EQ(parameters("resnext101_64x4d"), 83'455'272);
  EXPECT_EQ(parameters("vgg11_bn"), 132'868'840);
  EXPECT_EQ(parameters("vgg13_bn"), 133'053'736);
  EXPECT_EQ(parameters("vgg16_bn"), 138'365'992);
  EXPECT_EQ(parameters("vgg19_bn"), 143'678'248);
  EXPECT_EQ(parameters("densenet121"), 7'978'856);
  EXPECT_EQ(parameters("mobilenet_v3_small"), 2'542'856);
  EXPECT_EQ(parameters("mobilenet_v3_large"), 5'483'032);
  EXPECT_EQ(parameters("efficientnet_b0"), 5'288'548);
  EXPECT_EQ(parameters("convnext_tiny"), 28'589'128);
  EXPECT_EQ(parameters("vit_b_16"), 86'567'656);
  EXPECT_EQ(parameters("vit_b_32"), 88'224'232);
  EXPECT_EQ(parameters("vit_l_16"), 304'326'632);
}

TEST(Families, TakeSmallAndGreyImages) {
  for (const std::string name : {"vgg11_bn",
                                 "densenet121",
                                 "mobilenet_v3_small",
                                 "efficientnet_b0",
                                 "convnext_tiny",
                                 "vit_tiny_cifar",
                                 "vit_small_cifar",
                                 "cnn_lstm_attention"}) {
    const Network network = described(name, {1, 32, 32, 7});
    EXPECT_EQ(network.output(), (Shape{7})) << name;
    EXPECT_EQ(network.input, (Shape{1, 32, 32})) << name;
  }
}

TEST(Families, AViTRefusesImagesThatItsPatchesDoNotCover) {
  try {
    described("vit_b_16", {3, 230, 224, 10});
    FAIL() << "nothing was thrown";
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), HasSubstr("patches of 16 px"));
    EXPECT_THAT(error.what(), HasSubstr("230x224"));
  }
}

TEST(Families, AViTHasOnePositionAPatchAndOneForItsClass) {
  const Network network = described("vit_b_16", {3, 64, 96, 10});
  const auto& position =
      std::get<op::PositionEmbedding>(node(network, "encoder.pos_embedding").operation);
  EXPECT_EQ(position.length, 4 * 6 + 1);
  EXPECT_EQ(node(network, "class_of_image").output, (Shape{768}));
}

TEST(Families, StochasticDepthGrowsTowardsTheEnd) {
  const Network network = described("efficientnet_b0", {}, "{stochastic_depth: 0.4}");
  double last = 0;
  int count = 0;
  for (const NetworkNode& candidate : network.nodes) {
    const auto* depth = std::get_if<op::StochasticDepth>(&candidate.operation);
    if (depth == nullptr) continue;
    EXPECT_GT(depth->p, last);
    last = depth->p;
    ++count;
  }
  EXPECT_EQ(count, 9);
  EXPECT_LT(last, 0.4);
}

TEST(Families, DropoutsAreOptions) {
  EXPECT_EQ(std::get<op::Dropout>(
                node(described("vgg11_bn", {}, "{dropout: 0.1}"), "classifier.5").operation)
                .p,
            0.1);
  EXPECT_EQ(
      std::get<op::Dropout>(node(described("mobilenet_v3_small"), "classifier.2").operation).p,
      0.2);
  EXPECT_EQ(std::get<op::Dropout>(
                node(described("vit_b_16", {}, "{dropout: 0.1}"), "encoder.dropout").operation)
                .p,
            0.1);
}

TEST(Families, CnnLstmAttentionReadsTheRowsOfItsMap) {
  const Network network =
      described("cnn_lstm_attention", {3, 32, 48, 10}, "{stages: 2, width: 8, hidden: 16}");
  EXPECT_EQ(node(network, "pool2").output, (Shape{16, 8, 12}));
  EXPECT_EQ(node(network, "rows").output, (Shape{8, 12 * 16}));
  EXPECT_EQ(node(network, "lstm").output, (Shape{8, 32}));
  EXPECT_EQ(node(network, "attention").output, (Shape{32}));
}

}  // namespace
}  // namespace trainer
