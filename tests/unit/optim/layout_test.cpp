#include "optim/layout.h"

#include <ATen/Functions.h>
#include <gtest/gtest.h>

namespace trainer {
namespace {

TEST(Layout, StridesOfSingleElementsDoNotMatter) {
  const at::Tensor pointwise = at::zeros({8, 4, 1, 1});
  EXPECT_TRUE(same_layout(pointwise, pointwise.contiguous(at::MemoryFormat::ChannelsLast)));
  const at::Tensor wide = at::zeros({8, 4, 2, 2});
  EXPECT_FALSE(same_layout(wide, wide.contiguous(at::MemoryFormat::ChannelsLast)));
  EXPECT_TRUE(
      same_layout(wide, with_layout_of(wide.contiguous(at::MemoryFormat::ChannelsLast), wide)));
}

}  // namespace
}  // namespace trainer
