#include "engine/torch_setup.h"

#include <ATen/Context.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>

namespace trainer {
namespace {

TEST(TorchSetup, WhatIsNotAskedForStays) {
  set_up_torch({.threads = 2, .deterministic = true});
  set_up_torch({});
  EXPECT_TRUE(at::globalContext().deterministicAlgorithms());
  EXPECT_EQ(torch_threads(), 2);
  set_up_torch({.threads = 1, .deterministic = false});
  EXPECT_FALSE(at::globalContext().deterministicAlgorithms());
  EXPECT_EQ(torch_threads(), 1);
}

TEST(TorchSetup, AnUnknownDeviceIsAnError) {
  EXPECT_EQ(resolve_device("auto"), c10::Device(c10::kCPU));
  try {
    resolve_device("gpu");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("\"gpu\": expected auto or cpu"));
  }
}

}  // namespace
}  // namespace trainer
