#include "network/sequence_shape_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace trainer {
namespace {

using testing::HasSubstr;

Shape shape_of(Operation operation, const std::vector<Shape>& inputs) {
  const ShapeResult result = infer_shape(operation, inputs);
  EXPECT_EQ(result.mismatch, "");
  return result.shape;
}

std::string mismatch_of(Operation operation, const std::vector<Shape>& inputs) {
  return infer_shape(operation, inputs).mismatch;
}

TEST(SequenceShapeRules, MapsBecomeSequencesAndMapsAgain) {
  EXPECT_EQ(shape_of(op::Tokens{}, {{8, 3, 5}}), (Shape{15, 8}));
  EXPECT_EQ(shape_of(op::Rows{}, {{8, 3, 5}}), (Shape{3, 40}));
  EXPECT_EQ(shape_of(op::TokensToMap{}, {{15, 6}, {8, 3, 5}}), (Shape{6, 3, 5}));
  EXPECT_EQ(shape_of(op::SelectToken{2}, {{3, 40}}), (Shape{40}));
}

TEST(SequenceShapeRules, ExtentsThatAreLeftOutComeFromTheInput) {
  Operation attention = op::Attention{0, 2};
  EXPECT_EQ(infer_shape(attention, {{10, 6}}).shape, (Shape{10, 6}));
  EXPECT_EQ(std::get<op::Attention>(attention).features, 6);
  Operation lstm = op::Lstm{0, 5, 2, true};
  EXPECT_EQ(infer_shape(lstm, {{10, 6}}).shape, (Shape{10, 10}));
  EXPECT_EQ(std::get<op::Lstm>(lstm).in, 6);
  Operation position = op::PositionEmbedding{};
  EXPECT_EQ(infer_shape(position, {{10, 6}}).shape, (Shape{10, 6}));
  EXPECT_EQ(std::get<op::PositionEmbedding>(position).length, 10);
  EXPECT_EQ(shape_of(op::ClassToken{}, {{10, 6}}), (Shape{11, 6}));
  EXPECT_EQ(shape_of(op::AttentionPool{}, {{10, 6}}), (Shape{6}));
  EXPECT_EQ(shape_of(op::LayerScale{}, {{6, 2, 2}}), (Shape{6, 2, 2}));
}

TEST(SequenceShapeRules, ALayerNormIsOverFeaturesOrTheChannelsOfAMap) {
  for (const Shape& in : {Shape{6}, Shape{10, 6}, Shape{6, 2, 3}}) {
    Operation norm = op::LayerNorm{};
    EXPECT_EQ(infer_shape(norm, {in}).shape, in);
    EXPECT_EQ(std::get<op::LayerNorm>(norm).features, 6);
  }
}

TEST(SequenceShapeRules, ALinearLayerRunsOverEachStep) {
  EXPECT_EQ(shape_of(op::Linear{0, 4, true}, {{10, 6}}), (Shape{10, 4}));
  EXPECT_THAT(mismatch_of(op::Linear{5, 4, true}, {{10, 6}}), HasSubstr("5 features, got 10x6"));
}

TEST(SequenceShapeRules, WhatDoesNotFitIsNamedWithItsShapes) {
  EXPECT_THAT(mismatch_of(op::Tokens{}, {{10, 6}}), HasSubstr("a map of channels"));
  EXPECT_THAT(mismatch_of(op::Lstm{0, 4, 1, false}, {{10}}), HasSubstr("a sequence of length"));
  EXPECT_THAT(mismatch_of(op::Lstm{0, 0, 1, false}, {{10, 6}}), HasSubstr("hidden >= 1"));
  EXPECT_THAT(mismatch_of(op::Attention{0, 4}, {{10, 6}}), HasSubstr("4 heads for 10x6"));
  EXPECT_THAT(mismatch_of(op::Attention{8, 4}, {{10, 6}}), HasSubstr("made for 8 features"));
  EXPECT_THAT(mismatch_of(op::PositionEmbedding{9, 6}, {{10, 6}}), HasSubstr("9x6, got 10x6"));
  EXPECT_THAT(mismatch_of(op::SelectToken{10}, {{10, 6}}), HasSubstr("0 to 9, got 10"));
  EXPECT_THAT(mismatch_of(op::TokensToMap{}, {{15, 6}, {8, 3, 4}}), HasSubstr("15x6 and 8x3x4"));
  EXPECT_THAT(mismatch_of(op::TokensToMap{}, {{15, 6}}), HasSubstr("2 inputs, got 1"));
}

TEST(SequenceShapeRules, MapsJoinAndMultiplyWhereTheirExtentsAgree) {
  EXPECT_EQ(shape_of(op::Concat{}, {{2, 4, 4}, {3, 4, 4}, {1, 4, 4}}), (Shape{6, 4, 4}));
  EXPECT_THAT(mismatch_of(op::Concat{}, {{2, 4, 4}, {3, 4, 5}}), HasSubstr("2x4x4 and 3x4x5"));
  EXPECT_EQ(shape_of(op::Multiply{}, {{2, 4, 4}, {2, 1, 1}}), (Shape{2, 4, 4}));
  EXPECT_THAT(mismatch_of(op::Multiply{}, {{2, 4, 4}, {3, 1, 1}}), HasSubstr("3x1x1"));
  EXPECT_EQ(shape_of(op::AdaptiveAvgPool2d{7, 7}, {{2, 4, 4}}), (Shape{2, 7, 7}));
  EXPECT_THAT(mismatch_of(op::AdaptiveAvgPool2d{0, 7}, {{2, 4, 4}}), HasSubstr("got 0x7"));
  EXPECT_THAT(mismatch_of(op::StochasticDepth{1}, {{2, 4, 4}}), HasSubstr("0 <= p < 1"));
}

}  // namespace
}  // namespace trainer
