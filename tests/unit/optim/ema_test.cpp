#include "optim/ema.h"

#include <string>
#include <vector>

#include <ATen/Functions.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <trainer/error.h>

#include "unit/optim/optimizers.h"

namespace trainer {
namespace {

using ::testing::HasSubstr;

/// One weight, a running mean and a counter.
struct Net {
  at::Tensor weight = test::leaf(at::zeros({2}));
  at::Tensor mean = at::zeros({1});
  at::Tensor counter = at::zeros({}, at::kLong);

  NamedTensors parameters() const { return {{"w", weight}}; }
  NamedTensors buffers() const { return {{"mean", mean}, {"counter", counter}}; }
  void set(float value) const {
    weight.detach().fill_(value);
    mean.fill_(value);
    counter.fill_(static_cast<std::int64_t>(value));
  }
};

float first(const at::Tensor& tensor) {
  return tensor.reshape({-1})[0].to(at::kFloat).item<float>();
}

TEST(Ema, TheFirstUpdateCopiesLaterOnesMove) {
  const Net net;
  Ema ema({0.75, 1}, net.parameters(), net.buffers());
  net.set(4);
  ema.update(1);
  for (const auto& [name, tensor] : ema.tensors()) EXPECT_EQ(first(tensor), 4) << name;
  net.set(8);
  ema.update(2);
  EXPECT_EQ(first(ema.tensors()[0].second), 5);
  EXPECT_EQ(first(ema.tensors()[1].second), 5);
  EXPECT_EQ(first(ema.tensors()[2].second), 8) << "counters are copied";
  EXPECT_EQ(ema.updates(), 2);
}

TEST(Ema, UpdatesEveryNthStepOnly) {
  const Net net;
  Ema ema({0.5, 3}, net.parameters(), net.buffers());
  for (int step = 1; step <= 7; ++step) {
    net.set(static_cast<float>(step));
    ema.update(step);
  }
  EXPECT_EQ(ema.updates(), 2);
  EXPECT_EQ(first(ema.tensors()[0].second), 4.5);
}

TEST(Ema, KeepsTheNetworksLayout) {
  const at::Tensor weight =
      test::leaf(at::rand({2, 3, 2, 2}).contiguous(at::MemoryFormat::ChannelsLast));
  const Ema ema({0.5, 1}, {{"w", weight}}, {});
  EXPECT_TRUE(ema.tensors()[0].second.is_contiguous(at::MemoryFormat::ChannelsLast));
  EXPECT_FALSE(ema.tensors()[0].second.requires_grad());
}

TEST(Ema, AScopeComputesWithTheAverageAndPutsAllBack) {
  const Net net;
  Ema ema({0.5, 1}, net.parameters(), net.buffers());
  net.set(4);
  ema.update(1);
  net.set(9);
  const void* memory = net.weight.data_ptr();
  {
    const EmaScope scope(&ema);
    EXPECT_EQ(first(net.weight), 4);
    EXPECT_EQ(first(net.mean), 4);
    EXPECT_EQ(first(net.counter), 4);
    EXPECT_THROW(ema.update(2), InternalError);
    EXPECT_THROW(ema.tensors(), InternalError);
  }
  EXPECT_EQ(first(net.weight), 9);
  EXPECT_EQ(first(net.counter), 9);
  EXPECT_EQ(net.weight.data_ptr(), memory);
  EXPECT_EQ(first(ema.tensors()[0].second), 4);
  EXPECT_TRUE(net.weight.requires_grad());
}

TEST(Ema, TrainingGoesOnAfterAScope) {
  const Net net;
  Ema ema({0.5, 1}, net.parameters(), net.buffers());
  const auto sgd = test::optimizer("sgd", test::one_group({net.weight}), {{"momentum", "0.9"}});
  for (int step = 1; step <= 3; ++step) {
    sgd->zero_grad();
    (net.weight - 1).pow(2).sum().backward();
    sgd->step(0.1);
    ema.update(step);
    const EmaScope scope(&ema);
  }
  const at::Tensor same = test::leaf(at::zeros({2}));
  const auto plain = test::optimizer("sgd", test::one_group({same}), {{"momentum", "0.9"}});
  for (int step = 1; step <= 3; ++step) {
    plain->zero_grad();
    (same - 1).pow(2).sum().backward();
    plain->step(0.1);
  }
  EXPECT_TRUE(at::equal(net.weight, same));
}

TEST(Ema, NoScopeWithoutAnAverage) {
  const EmaScope scope(nullptr);
}

TEST(Ema, ALoadedOneGoesOnBitForBit) {
  const Net net;
  Ema whole({0.9, 1}, net.parameters(), net.buffers());
  Ema part({0.9, 1}, net.parameters(), net.buffers());
  for (int step = 1; step <= 3; ++step) {
    net.set(static_cast<float>(step));
    whole.update(step);
    part.update(step);
  }
  NamedTensors saved = part.tensors();
  std::swap(saved[0], saved[2]);
  Ema rest({0.9, 1}, net.parameters(), net.buffers());
  rest.load(saved, part.updates());
  net.set(7);
  whole.update(4);
  rest.update(4);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_TRUE(at::equal(rest.tensors()[i].second, whole.tensors()[i].second));
  }
}

TEST(Ema, RefusesWhatDoesNotFit) {
  const Net net;
  Ema ema({0.9, 1}, net.parameters(), net.buffers());
  const auto refusal = [&](const NamedTensors& saved) -> std::string {
    try {
      ema.load(saved, 1);
    } catch (const CheckpointError& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  const auto saved = ema.tensors();
  EXPECT_THAT(refusal({saved[0]}), HasSubstr("expected 3 tensors, found 1"));
  EXPECT_THAT(refusal({saved[0], saved[1], {"other", saved[2].second}}),
              HasSubstr("expected counter, found none"));
  EXPECT_THAT(refusal({{"w", at::zeros({3})}, saved[1], saved[2]}),
              HasSubstr("expected w as float32[2], found float32[3]"));
  EXPECT_THAT(refusal({{"w", at::zeros({2}, at::kDouble)}, saved[1], saved[2]}),
              HasSubstr("found float64[2]"));
}

}  // namespace
}  // namespace trainer
