#include "network/input_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>
#include <trainer/network_builder.h>

#include "unit/network/thrown.h"

namespace trainer {
namespace {

using testing::HasSubstr;

Network network(bool global_pool) {
  NetworkBuilder net({3, 8, 8}, 10);
  int x = net.conv2d("conv", NetworkBuilder::kInput, {.out = 4, .kernel = 3});
  if (global_pool) x = net.global_avg_pool("gap", x);
  net.linear("fc", net.flatten("flat", x), 10);
  return net.finish();
}

TEST(CheckInput, TakesTheDescribedSizeAndWithGlobalPoolingOthers) {
  EXPECT_NO_THROW(check_input(network(false), {3, 8, 8}));
  EXPECT_NO_THROW(check_input(network(true), {3, 20, 11}));
}

TEST(CheckInput, RefusesASizeThatALinearLayerWasNotMadeFor) {
  const std::string text = thrown<UsageError>([] { check_input(network(false), {3, 9, 9}); });
  EXPECT_THAT(text, HasSubstr("made for images of 3x8x8, got 3x9x9"));
  EXPECT_THAT(text, HasSubstr("layer \"fc\": linear was made for 144 features, got 196"));
}

TEST(CheckInput, RefusesOtherChannelsAndOtherRanks) {
  EXPECT_THROW(check_input(network(true), {1, 8, 8}), UsageError);
  EXPECT_THROW(check_input(network(true), {3, 8}), UsageError);
  EXPECT_THROW(check_input(network(true), {}), UsageError);
  EXPECT_THROW(check_input(network(true), {3, 2, 2}), UsageError);
}

}  // namespace
}  // namespace trainer
