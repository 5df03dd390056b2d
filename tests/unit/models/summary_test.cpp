#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/network_builder.h>

#include "unit/models/model_text.h"

namespace trainer {
namespace {

using testing::HasSubstr;

TEST(SummaryTable, HasARowALayerAndTheTotals) {
  NetworkBuilder net({3, 8, 8}, 10);
  int x = net.conv2d("conv", NetworkBuilder::kInput, {.out = 64, .kernel = 3, .padding = 1});
  x = net.max_pool2d("pool", net.relu("relu", net.batch_norm2d("bn", x)), {});
  net.linear("fc", net.flatten("flat", x), 10);
  EXPECT_EQ(summary_table(net.finish()),
            "layer    operations                  output  parameters  FLOPs\n"
            "(input)                              3x8x8\n"
            "conv     conv 3x3, batch_norm, relu  64x8x8       1,920  0.2 M\n"
            "pool     max_pool 2x2/2, flatten     1024\n"
            "fc       linear                      10          10,250  0.0 M\n"
            "12,170 parameters, 0.2 million FLOPs an image, 0.0 MiB of activations an image in "
            "training\n");
}

TEST(SummaryTable, OfResnet18FitsOnAScreen) {
  const std::string text = summary_table(described("resnet18"));
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 45);
  EXPECT_THAT(text, HasSubstr("11,689,512 parameters, 3628.1 million FLOPs"));
  EXPECT_THAT(text, HasSubstr("layer1.0.add"));
}

TEST(SummaryTable, SaysThatOwnModulesAreNotCounted) {
  NetworkBuilder net({3, 8, 8}, 10);
  net.node("", op::Opaque{"mine", {10}, nullptr}, {NetworkBuilder::kInput});
  const std::string text = summary_table(net.finish());
  EXPECT_THAT(text, HasSubstr("mine (own module)"));
  EXPECT_THAT(text, HasSubstr("without what is inside own modules"));
}

}  // namespace
}  // namespace trainer
