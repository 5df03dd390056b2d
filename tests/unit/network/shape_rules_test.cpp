#include "network/shape_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace trainer {
namespace {

using testing::HasSubstr;

Shape shape_of(Operation operation, const Shape& in) {
  const ShapeResult result = infer_shape(operation, {in});
  EXPECT_EQ(result.mismatch, "");
  return result.shape;
}

std::string mismatch_of(Operation operation, const std::vector<Shape>& inputs) {
  return infer_shape(operation, inputs).mismatch;
}

op::Conv2d conv(std::int64_t kernel,
                std::int64_t stride,
                std::int64_t padding,
                std::int64_t dilation = 1) {
  op::Conv2d conv;
  conv.out = 8;
  conv.kernel_h = conv.kernel_w = kernel;
  conv.stride_h = conv.stride_w = stride;
  conv.padding_h = conv.padding_w = padding;
  conv.dilation_h = conv.dilation_w = dilation;
  return conv;
}

op::Pool2d pool(std::int64_t kernel, std::int64_t stride, std::int64_t padding, bool ceil_mode) {
  op::Pool2d pool;
  pool.kernel_h = pool.kernel_w = kernel;
  pool.stride_h = pool.stride_w = stride;
  pool.padding_h = pool.padding_w = padding;
  pool.ceil_mode = ceil_mode;
  return pool;
}

// Expected extents are those that torch 2.13 gives.
TEST(ShapeRules, ConvolutionsGiveTorchsExtents) {
  EXPECT_EQ(shape_of(conv(3, 1, 1), {3, 28, 28}), (Shape{8, 28, 28}));
  EXPECT_EQ(shape_of(conv(7, 2, 3), {3, 225, 224}), (Shape{8, 113, 112}));
  EXPECT_EQ(shape_of(conv(3, 2, 0, 2), {3, 16, 5}), (Shape{8, 6, 1}));
  EXPECT_EQ(shape_of(conv(1, 3, 0), {3, 7, 10}), (Shape{8, 3, 4}));
}

TEST(ShapeRules, SidesOfAConvolutionAreIndependent) {
  op::Conv2d operation = conv(3, 1, 0);
  operation.kernel_w = 1;
  operation.stride_w = 2;
  EXPECT_EQ(shape_of(operation, {3, 10, 10}), (Shape{8, 8, 5}));
}

TEST(ShapeRules, PoolsGiveTorchsExtents) {
  EXPECT_EQ(shape_of(pool(2, 2, 0, false), {4, 7, 7}), (Shape{4, 3, 3}));
  EXPECT_EQ(shape_of(pool(2, 2, 0, true), {4, 7, 7}), (Shape{4, 4, 4}));
  EXPECT_EQ(shape_of(pool(3, 2, 1, false), {4, 112, 112}), (Shape{4, 56, 56}));
  EXPECT_EQ(shape_of(pool(3, 2, 1, true), {4, 112, 112}), (Shape{4, 57, 57}));
  // The last window would start in the right padding, where torch leaves it out.
  EXPECT_EQ(shape_of(pool(2, 2, 1, true), {4, 3, 3}), (Shape{4, 2, 2}));
}

TEST(ShapeRules, AWindowLargerThanThePaddedMapIsAMismatch) {
  EXPECT_THAT(mismatch_of(conv(7, 1, 1), {{3, 4, 4}}),
              HasSubstr("expects a map of at least 7x7 with its padding, got 3x4x4, which is 6x6"));
  EXPECT_THAT(mismatch_of(pool(2, 2, 0, false), {{3, 1, 8}}), HasSubstr("got 3x1x8"));
}

TEST(ShapeRules, WindowsWithoutExtentAreAMismatch) {
  EXPECT_THAT(mismatch_of(conv(0, 1, 0), {{3, 4, 4}}), HasSubstr("kernel, stride and dilation"));
  EXPECT_THAT(mismatch_of(conv(3, 0, 0), {{3, 4, 4}}), HasSubstr("kernel, stride and dilation"));
  EXPECT_THAT(mismatch_of(conv(3, 1, -1), {{3, 4, 4}}), HasSubstr("padding >= 0"));
  EXPECT_THAT(mismatch_of(pool(0, 1, 0, false), {{3, 4, 4}}), HasSubstr("kernel, stride"));
  EXPECT_THAT(mismatch_of(pool(2, 2, 2, false), {{3, 4, 4}}), HasSubstr("half its kernel"));
}

TEST(ShapeRules, GroupsMustDivideBothChannelCounts) {
  op::Conv2d operation = conv(1, 1, 0);
  operation.groups = 3;
  EXPECT_THAT(mismatch_of(operation, {{3, 4, 4}}), HasSubstr("3 groups for 3 channels in and 8"));
  operation.groups = 0;
  EXPECT_THAT(mismatch_of(operation, {{3, 4, 4}}), HasSubstr("0 groups"));
}

TEST(ShapeRules, MapLayersRefuseAFlatInput) {
  EXPECT_THAT(mismatch_of(conv(1, 1, 0), {{12}}), HasSubstr("map of channels x height x width"));
  EXPECT_THAT(mismatch_of(pool(2, 2, 0, false), {{12}}), HasSubstr("got 12"));
  EXPECT_THAT(mismatch_of(op::BatchNorm2d{}, {{12}}), HasSubstr("got 12"));
  EXPECT_THAT(mismatch_of(op::GlobalAvgPool{}, {{12}}), HasSubstr("got 12"));
}

TEST(ShapeRules, LayersMadeForAnotherInputRefuseIt) {
  op::Conv2d operation = conv(1, 1, 0);
  operation.in = 4;
  EXPECT_THAT(mismatch_of(operation, {{3, 4, 4}}), HasSubstr("made for 4 channels, got 3x4x4"));
  EXPECT_THAT(mismatch_of(op::BatchNorm2d{4}, {{3, 4, 4}}), HasSubstr("made for 4 channels"));
  EXPECT_THAT(mismatch_of(op::Linear{4, 2}, {{3}}), HasSubstr("made for 4 features, got 3"));
}

TEST(ShapeRules, ExtentsOfOutputsMustBePositive) {
  op::Conv2d operation = conv(1, 1, 0);
  operation.out = 0;
  EXPECT_THAT(mismatch_of(operation, {{3, 4, 4}}), HasSubstr("out >= 1"));
  EXPECT_THAT(mismatch_of(op::Linear{0, 0}, {{3}}), HasSubstr("out >= 1"));
}

TEST(ShapeRules, DropoutRefusesProbabilitiesOutsideItsRange) {
  EXPECT_EQ(mismatch_of(op::Dropout{0.0}, {{3}}), "");
  EXPECT_THAT(mismatch_of(op::Dropout{1.0}, {{3}}), HasSubstr("0 <= p < 1, got 1"));
  EXPECT_THAT(mismatch_of(op::Dropout{-0.1}, {{3}}), HasSubstr("got -0.1"));
}

TEST(ShapeRules, TheNumberOfInputsIsChecked) {
  EXPECT_THAT(mismatch_of(op::Add{}, {{3}}), HasSubstr("add expects 2 inputs, got 1"));
  EXPECT_THAT(mismatch_of(op::Flatten{}, {{3}, {3}}), HasSubstr("flatten expects 1 input, got 2"));
}

}  // namespace
}  // namespace trainer
