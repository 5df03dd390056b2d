#include "metrics/top_k.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "metrics/mean.h"

namespace trainer {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

std::int64_t rank(const std::vector<float>& logits, std::int64_t label) {
  return rank_of_label(logits, label);
}

TEST(TopK, RankCountsTheHigherClasses) {
  EXPECT_EQ(rank({0.1F, 0.7F, 0.2F}, 1), 0);
  EXPECT_EQ(rank({0.1F, 0.7F, 0.2F}, 2), 1);
  EXPECT_EQ(rank({0.1F, 0.7F, 0.2F}, 0), 2);
}

TEST(TopK, TiesGoToTheLowestIndex) {
  EXPECT_EQ(rank({1, 1, 1}, 0), 0);
  EXPECT_EQ(rank({1, 1, 1}, 2), 2);
}

TEST(TopK, ARowWithNanIsNeverCorrect) {
  EXPECT_EQ(rank({kNan, 1, 2}, 2), 3);
  EXPECT_EQ(rank({kNan, kNan, kNan}, 0), 3);
  EXPECT_EQ(rank({2, 1, kNan}, 0), 3);
}

TEST(TopK, InfinitiesRankAsTheyAre) {
  EXPECT_EQ(rank({-kInf, kInf, 3}, 1), 0);
  EXPECT_EQ(rank({-kInf, kInf, 3}, 0), 2);
}

TEST(Mean, IsTheSameForAnySplit) {
  Mean whole, parts, rest;
  whole.add(1 + 2 + 4, 3);
  parts.add(1, 1);
  rest.add(2 + 4, 2);
  parts.add(rest);
  EXPECT_DOUBLE_EQ(whole.value(), parts.value());
  EXPECT_EQ(Mean().value(), 0);
  parts.reset();
  EXPECT_TRUE(parts.empty());
}

}  // namespace
}  // namespace trainer
