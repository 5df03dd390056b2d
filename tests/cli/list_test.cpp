#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/program.h"

namespace trainer::test {
namespace {

using testing::HasSubstr;

void expect_names(const std::string& kind, const std::vector<std::string>& names) {
  const Outcome outcome = run({"list", kind});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  for (const std::string& name : names) {
    EXPECT_THAT("\n" + outcome.out, HasSubstr("\n" + name + " ")) << kind;
  }
}

TEST(List, NamesEverythingAConfigurationCanName) {
  expect_names("models",
               {"simple_cnn",      "resnet18",         "resnet34",           "resnet50",
                "resnet101",       "resnet152",        "wide_resnet50_2",    "wide_resnet101_2",
                "resnext50_32x4d", "resnext101_32x8d", "resnext101_64x4d",   "resnet18_cifar",
                "resnet50_cifar",  "vgg11_bn",         "vgg13_bn",           "vgg16_bn",
                "vgg19_bn",        "densenet121",      "mobilenet_v3_small", "mobilenet_v3_large",
                "efficientnet_b0", "convnext_tiny",    "vit_b_16",           "vit_b_32",
                "vit_l_16",        "vit_tiny_cifar",   "vit_small_cifar",    "cnn_lstm_attention",
                "sequential"});
  expect_names("transforms",
               {"resize",
                "center_crop",
                "random_resized_crop",
                "random_crop",
                "horizontal_flip",
                "normalize",
                "to_grayscale"});
  expect_names("optimizers", {"sgd", "adam", "adamw", "rmsprop"});
  expect_names("schedules",
               {"constant",
                "step",
                "multistep",
                "exponential",
                "polynomial",
                "cosine",
                "one_cycle",
                "plateau"});
  expect_names("losses", {"cross_entropy"});
  expect_names("datasets", {"image_folder", "csv", "idx", "cifar", "synthetic"});
}

TEST(List, ShowsTheOptionsOfOne) {
  const Outcome outcome = run({"list", "optimizers", "sgd"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("momentum"));
  EXPECT_THAT(outcome.out, HasSubstr("nesterov"));
}

}  // namespace
}  // namespace trainer::test
